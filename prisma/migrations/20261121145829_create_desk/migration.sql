-- Why: a stored lead that no one answers is worthless. The operators, their sessions and second factors, how far each
-- submission is, what happened to it, and who did what. New columns have defaults, so that storing a submission is the
-- same statement as before.

ALTER TABLE "leads"
    ADD COLUMN "status" TEXT NOT NULL DEFAULT 'new',
    ADD COLUMN "owner_id" TEXT,
    ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "replied_at" TIMESTAMPTZ(3),
    ADD COLUMN "closed_at" TIMESTAMPTZ(3),
    ADD COLUMN "close_reason" TEXT,
    ADD CONSTRAINT "leads_status_check"
        CHECK ("status" IN ('new', 'in_review', 'contacted', 'booked', 'won', 'lost', 'spam')),
    ADD CONSTRAINT "leads_revision_check" CHECK ("revision" >= 0),
    ADD CONSTRAINT "leads_closed_check" CHECK (("status" IN ('won', 'lost', 'spam')) = ("closed_at" IS NOT NULL)),
    ADD CONSTRAINT "leads_close_reason_check"
        CHECK ("close_reason" IS NULL OR (char_length("close_reason") BETWEEN 1 AND 500 AND "status" IN ('won', 'lost')));

ALTER TABLE "contacts"
    ADD COLUMN "status" TEXT NOT NULL DEFAULT 'new',
    ADD COLUMN "owner_id" TEXT,
    ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "replied_at" TIMESTAMPTZ(3),
    ADD COLUMN "closed_at" TIMESTAMPTZ(3),
    ADD COLUMN "close_reason" TEXT,
    ADD CONSTRAINT "contacts_status_check"
        CHECK ("status" IN ('new', 'in_review', 'contacted', 'booked', 'won', 'lost', 'spam')),
    ADD CONSTRAINT "contacts_revision_check" CHECK ("revision" >= 0),
    ADD CONSTRAINT "contacts_closed_check" CHECK (("status" IN ('won', 'lost', 'spam')) = ("closed_at" IS NOT NULL)),
    ADD CONSTRAINT "contacts_close_reason_check"
        CHECK ("close_reason" IS NULL OR (char_length("close_reason") BETWEEN 1 AND 500 AND "status" IN ('won', 'lost')));

CREATE TABLE "operators" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'member',
    "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operators_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operators_email_check" CHECK (char_length("email") BETWEEN 5 AND 254 AND "email" = lower("email")),
    CONSTRAINT "operators_name_check" CHECK (char_length("name") BETWEEN 1 AND 120),
    CONSTRAINT "operators_role_check" CHECK ("role" IN ('admin', 'member'))
);

CREATE TABLE "operator_sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "operator_accounts" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_accounts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "operator_verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_verifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "operator_two_factors" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "operator_two_factors_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "operator_invitations" (
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_invitations_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "operator_invitations_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "operator_invitations_role_check" CHECK ("role" IN ('admin', 'member'))
);

CREATE TABLE "sign_in_attempts" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("key","window_start"),
    CONSTRAINT "sign_in_attempts_count_check" CHECK ("count" > 0)
);

CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator_id" TEXT,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "submission_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator_id" TEXT,
    "actor" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "submission_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "submission_events_kind_check" CHECK ("kind" IN ('lead', 'inquiry')),
    CONSTRAINT "submission_events_type_check" CHECK ("type" IN ('seen', 'status', 'owner', 'note')),
    CONSTRAINT "submission_events_details_check" CHECK (jsonb_typeof("details") = 'object')
);

CREATE UNIQUE INDEX "operators_email_key" ON "operators"("email");

CREATE UNIQUE INDEX "operator_sessions_token_key" ON "operator_sessions"("token");

-- Serves: one operator's sessions, to list and revoke them.
CREATE INDEX "operator_sessions_operator_idx" ON "operator_sessions"("operator_id");

-- Serves: the password of who signs in.
CREATE INDEX "operator_accounts_operator_idx" ON "operator_accounts"("operator_id");

-- Serves: a second factor under way, by its cookie.
CREATE INDEX "operator_verifications_identifier_idx" ON "operator_verifications"("identifier");

CREATE INDEX "operator_two_factors_operator_idx" ON "operator_two_factors"("operator_id");

-- Serves: the audit log, newest first.
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at", "id");

-- Serves: the timeline of one submission.
CREATE INDEX "submission_events_subject_idx" ON "submission_events"("kind", "subject_id", "id");

-- Serve: the inbox by date, from either end; and what few rows have, without reading the others.
CREATE INDEX "leads_created_at_idx" ON "leads"("created_at", "id") INCLUDE ("route", "language", "channel", "owner_id");

-- Serve: the inbox of one status, however rare.
CREATE INDEX "leads_status_idx" ON "leads"("status", "created_at", "id");

-- Serve: the inbox of one owner, and what few of the owner's rows have, without reading the others; most rows have no
-- owner, and are not in it.
CREATE INDEX "leads_owner_idx" ON "leads"("owner_id", "created_at", "id") INCLUDE ("route", "language", "channel", "status")
    WHERE (owner_id IS NOT NULL);

CREATE INDEX "contacts_created_at_idx" ON "contacts"("created_at", "id");

CREATE INDEX "contacts_status_idx" ON "contacts"("status", "created_at", "id");

CREATE INDEX "contacts_owner_idx" ON "contacts"("owner_id", "created_at", "id") WHERE (owner_id IS NOT NULL);

ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "operators"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "operators"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "operator_accounts" ADD CONSTRAINT "operator_accounts_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "operator_two_factors" ADD CONSTRAINT "operator_two_factors_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the inbox is searched by: words, without case and accents. Immutable, so that an index can be made of it.
CREATE FUNCTION submission_words(VARIADIC texts TEXT[]) RETURNS TSVECTOR
    LANGUAGE SQL IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple', translate(lower(array_to_string(texts, ' ')), 'áàâäãéèêëíìîïóòôöõúùûüñç@', 'aaaaaeeeeiiiiooooouuuunc '));

-- Stored, as making them again for each row that a common word is looked for in costs a hundred times as much as reading
-- them.
ALTER TABLE "leads" ADD COLUMN "words" TSVECTOR
    GENERATED ALWAYS AS (submission_words("name", "company", "email", "role", "project_description")) STORED;

ALTER TABLE "contacts" ADD COLUMN "words" TSVECTOR
    GENERATED ALWAYS AS (submission_words("name", "email", "message")) STORED;

-- Serve: the search of the inbox, for words that are rare.
CREATE INDEX "leads_words_idx" ON "leads" USING GIN ("words");

CREATE INDEX "contacts_words_idx" ON "contacts" USING GIN ("words");

-- Serve: the inbox of one agent, however rare, and what few of its rows have. The name itself is in it, as an index on an
-- expression alone always reads the row.
CREATE INDEX "leads_agent_idx" ON "leads"(lower("agent_name"), "created_at", "id")
    INCLUDE ("agent_name", "route", "language", "channel", "owner_id", "status") WHERE "agent_name" IS NOT NULL;

CREATE INDEX "contacts_agent_idx" ON "contacts"(lower("agent_name"), "created_at", "id") WHERE "agent_name" IS NOT NULL;

-- Serves: who waits for a reply, the longest first.
CREATE INDEX "leads_waiting_idx" ON "leads"("created_at", "id")
    WHERE "route" = 'review' AND "replied_at" IS NULL AND "status" IN ('new', 'in_review');

-- Serve: what else a person has sent, and the erasure of a person.
CREATE INDEX "leads_email_idx" ON "leads"(lower("email"));

CREATE INDEX "contacts_email_idx" ON "contacts"(lower("email"));

-- Serves: what else a company has sent.
CREATE INDEX "leads_company_idx" ON "leads"(lower("company"));

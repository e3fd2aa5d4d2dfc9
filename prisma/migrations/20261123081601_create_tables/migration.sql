-- Why: a new database begins here, in one step. Replaces the migrations up to 20261123081600_hold_unreadable_mails
-- (scripts/baseline.ts), and leaves the same tables, columns in the same order included. A database that has applied
-- those records this one without running it.
-- CHECKs repeat the bounds of the contract, so that no later code path can store what the API refuses. Texts are stored
-- trimmed, so a lower bound is 1 where the contract's minimum counts what was sent.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Operators

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
    "language" TEXT,
    "signature" VARCHAR(400),
    "digest_at" TIMESTAMPTZ(3),
    "digest_hours" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "is_warned" BOOLEAN NOT NULL DEFAULT true,
    "notices" TEXT NOT NULL DEFAULT 'every',
    "is_on_duty" BOOLEAN NOT NULL DEFAULT true,
    "off_duty_until" TIMESTAMPTZ(3),
    "overview_at" TIMESTAMPTZ(3),
    "spam_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "operators_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operators_email_check" CHECK (char_length("email") BETWEEN 5 AND 254 AND "email" = lower("email")),
    CONSTRAINT "operators_name_check" CHECK (char_length("name") BETWEEN 1 AND 120),
    CONSTRAINT "operators_role_check" CHECK ("role" IN ('admin', 'member')),
    CONSTRAINT "operators_language_check" CHECK ("language" IN ('en', 'es')),
    CONSTRAINT "operators_signature_check" CHECK ("signature" <> ''),
    CONSTRAINT "operators_notices_check" CHECK ("notices" IN ('every', 'unassigned', 'mine', 'none')),
    CONSTRAINT "operators_digest_hours_check"
        CHECK (cardinality("digest_hours") <= 24 AND 0 <= ALL ("digest_hours") AND 23 >= ALL ("digest_hours")),
    CONSTRAINT "operators_duty_check" CHECK ("off_duty_until" IS NULL OR NOT "is_on_duty")
);

CREATE UNIQUE INDEX "operators_email_key" ON "operators"("email");

CREATE TABLE "operator_sessions" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_sessions_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "operator_sessions_token_key" ON "operator_sessions"("token");

-- Serves: one operator's sessions, to list and revoke them.
CREATE INDEX "operator_sessions_operator_idx" ON "operator_sessions"("operator_id");

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

    CONSTRAINT "operator_accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_accounts_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Serves: the password at sign-in.
CREATE INDEX "operator_accounts_operator_idx" ON "operator_accounts"("operator_id");

CREATE TABLE "operator_two_factors" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "operator_two_factors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_two_factors_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Serves: the second factor at sign-in.
CREATE INDEX "operator_two_factors_operator_idx" ON "operator_two_factors"("operator_id");

CREATE TABLE "operator_verifications" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_verifications_pkey" PRIMARY KEY ("id")
);

-- Serves: a second factor under way, by its cookie.
CREATE INDEX "operator_verifications_identifier_idx" ON "operator_verifications"("identifier");

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

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("key", "window_start"),
    CONSTRAINT "sign_in_attempts_count_check" CHECK ("count" > 0)
);

-- Devices and networks from which operators have signed in, as hashes. Attempts from there are counted apart, so that
-- strangers' wrong passwords do not keep an operator out.
CREATE TABLE "known_places" (
    "key" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_places_pkey" PRIMARY KEY ("key", "operator_id"),
    CONSTRAINT "known_places_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE
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

-- Serves: the audit log, newest first.
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at", "id");

-- Submissions

-- Search words, without case and accents.
CREATE FUNCTION submission_words(VARIADIC texts TEXT[]) RETURNS TSVECTOR
    LANGUAGE SQL IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple', translate(lower(array_to_string(texts, ' ')), 'áàâäãéèêëíìîïóòôöõúùûüñç@', 'aaaaaeeeeiiiiooooouuuunc '));

-- A phone by its digits, however it is written: all of them, and the last seven, without the code of a country or an
-- area. No word's lexeme begins with a colon, so that no word finds a phone.
CREATE FUNCTION phone_words(phone TEXT) RETURNS TSVECTOR
    LANGUAGE SQL IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN phone ~ '[0-9]' THEN array_to_tsvector(ARRAY[
        ':' || regexp_replace(phone, '[^0-9]', '', 'g'),
        ':' || right(regexp_replace(phone, '[^0-9]', '', 'g'), 7)
    ]) ELSE '' END;

-- The overview, the inbox's filters and their indexes share these three.
-- The host of the page that somebody came from; null without one.
CREATE FUNCTION referrer_host(referrer TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN referrer LIKE '%_://_%' THEN left(split_part(referrer, '/', 3), 120) END
$$;

-- "named:" and what the link says, or else the host without user info, port, query and leading "www."; "agent:" and the
-- assistant's name, or "direct". Names with the same first characters are one.
CREATE FUNCTION submission_source(utm_source TEXT, host TEXT, agent TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN utm_source <> '' THEN 'named:' || left(utm_source, 120) ELSE coalesce(
        'named:' || nullif(regexp_replace(
            regexp_replace(lower(host), '^.*@|[?#].*$', '', 'g'), '^www\.|:[0-9]*$|\.$', '', 'g'), ''),
        'agent:' || agent,
        'direct') END
$$;

-- Three numbers for each question: from 0 on, by question and points, to the nearest whole ones.
CREATE FUNCTION answer_marks(answers FLOAT8[]) RETURNS INT[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY[
        round(answers[1])::int, 3 + round(answers[2])::int, 6 + round(answers[3])::int, 9 + round(answers[4])::int,
        12 + round(answers[5])::int, 15 + round(answers[6])::int, 18 + round(answers[7])::int,
        21 + round(answers[8])::int, 24 + round(answers[9])::int]
$$;

-- Evaluations and inquiries: they share most columns. kind is in byte order, so that lists do not depend on the
-- server's locale. Upper bounds of texts are types, which cost an insert nothing; Postgres reads every CHECK for each
-- row.
CREATE TABLE "submissions" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "language" TEXT NOT NULL,
    "text" VARCHAR(4000) NOT NULL,
    "source_page" VARCHAR(240) NOT NULL,
    "channel" TEXT NOT NULL,
    "agent_name" VARCHAR(120),
    "user_consent" BOOLEAN,
    "utm" JSONB,
    "landing_page" VARCHAR(2048),
    "referrer" VARCHAR(2048),
    "notice_version" TEXT,
    "submission_key" TEXT,
    "submission_fingerprint" BYTEA,
    "consent_confirmed_at" TIMESTAMPTZ(3),
    "consent_notice_version" VARCHAR(40),
    "consent_withdrawn_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'new',
    "owner_id" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "replied_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "close_reason" VARCHAR(500),
    "topic" TEXT,
    "role" VARCHAR(120),
    "company" VARCHAR(180),
    "phone" VARCHAR(60),
    "discovery_source" VARCHAR(180),
    "answers" DOUBLE PRECISION[],
    "answers_form" TEXT,
    "score" DOUBLE PRECISION,
    "route" TEXT,
    "review_min" DOUBLE PRECISION,
    "qualified_min" DOUBLE PRECISION,
    -- Stored: a search for a common word would take a hundred times as long if it made them for each row.
    "words" TSVECTOR,
    -- The worker makes the words and queues the mails, because both cost as much as storing the row.
    "is_processed" BOOLEAN NOT NULL DEFAULT false,
    -- A promise stays as it was made when the settings change. Null in older rows, to which 48 hours were promised.
    "reply_due_at" TIMESTAMPTZ(3),
    "reply_warning_at" TIMESTAMPTZ(3),
    "reply_hours" SMALLINT,
    "reply_hours_run" TEXT,
    "consent_evidence" TEXT,
    -- 128 bits of a hash; UUID is the smallest type that holds them.
    "content_hash" UUID,
    "repeat_of" INTEGER,
    "assisted_by" VARCHAR(120),
    "host_evidence" TEXT,
    "assistant_host" VARCHAR(40),
    "snoozed_until" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "held_mails" JSONB,
    "honeypot_filled" BOOLEAN,
    "spam_reasons" TEXT[],

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("kind", "id"),
    CONSTRAINT "submissions_owner_id_fkey"
        FOREIGN KEY ("owner_id") REFERENCES "operators"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    -- Each kind has its own columns: all of them, or none.
    CONSTRAINT "submissions_kind_check" CHECK (num_nonnulls("role", "company", "discovery_source", "answers",
            "answers_form", "score", "route", "review_min", "qualified_min")
        = CASE "kind" WHEN 'evaluation' THEN 9 WHEN 'inquiry' THEN 0 ELSE -1 END
        AND CASE "kind" WHEN 'evaluation' THEN "topic" ELSE "phone" END IS NULL),
    -- Given texts are not empty; a phone and the page may be.
    CONSTRAINT "submissions_texts_check" CHECK (char_length("email") >= 5 AND '' <> ALL (ARRAY["name", "text",
        "agent_name", "consent_notice_version", "close_reason", "role", "company", "discovery_source"])),
    CONSTRAINT "submissions_language_check" CHECK ("language" IN ('en', 'es')),
    CONSTRAINT "submissions_channel_check" CHECK (CASE "channel" WHEN 'web' THEN true
        WHEN 'ai_agent' THEN "agent_name" IS NOT NULL AND "user_consent" IS TRUE ELSE false END),
    CONSTRAINT "submissions_utm_check" CHECK (jsonb_typeof("utm") = 'object'),
    CONSTRAINT "submissions_notice_version_check" CHECK ("notice_version" ~ '^\d{4}-\d{2}-\d{2}$'),
    CONSTRAINT "submissions_submission_key_check" CHECK ("submission_key" ~ '^[A-Za-z0-9_-]{16,64}$'),
    CONSTRAINT "submissions_submission_fingerprint_check" CHECK (octet_length("submission_fingerprint") = 32),
    CONSTRAINT "submissions_consent_check"
        CHECK (("consent_confirmed_at" IS NULL) = ("consent_notice_version" IS NULL)),
    CONSTRAINT "submissions_status_check" CHECK (CASE WHEN "closed_at" IS NULL
        THEN "status" IN ('new', 'in_review', 'contacted', 'booked') ELSE "status" IN ('won', 'lost', 'spam') END),
    CONSTRAINT "submissions_close_reason_check" CHECK ("close_reason" IS NULL OR "status" IN ('won', 'lost')),
    CONSTRAINT "submissions_revision_check" CHECK ("revision" >= 0),
    CONSTRAINT "submissions_topic_check" CHECK ("topic" ~ '^[a-z0-9-]{1,40}$'),
    CONSTRAINT "submissions_answers_check"
        CHECK (cardinality("answers") = 9 AND array_position("answers", NULL) IS NULL
            AND 0 <= ALL ("answers") AND 2 >= ALL ("answers")),
    CONSTRAINT "submissions_answers_form_check" CHECK ("answers_form" IN ('answers', 'answersByKey')),
    CONSTRAINT "submissions_score_check" CHECK ("score" BETWEEN 0 AND 18),
    CONSTRAINT "submissions_route_check" CHECK ("route" IN ('qualified', 'review', 'redirect'))
);

-- NOT VALID here and below: upgraded databases had rows when these were added, and did not read them.
ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_kind_repeat_of_fkey" FOREIGN KEY ("kind", "repeat_of")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID,
    ADD CONSTRAINT "submissions_repeat_of_check" CHECK ("repeat_of" <> "id") NOT VALID,
    ADD CONSTRAINT "submissions_consent_evidence_check"
        CHECK ("consent_evidence" IS NULL OR ("channel" = 'ai_agent' AND "consent_evidence" IN ('claimed', 'elicited'))) NOT VALID,
    ADD CONSTRAINT "submissions_host_evidence_check" CHECK (
        CASE WHEN "assistant_host" IS NULL THEN "host_evidence" IS NULL OR "host_evidence" = 'none'
            ELSE "host_evidence" IS NOT NULL AND "host_evidence" IN ('egress', 'signature', 'mtls') END) NOT VALID,
    ADD CONSTRAINT "submissions_spam_reasons_check" CHECK (cardinality("spam_reasons") > 0 AND "spam_reasons" <@ ARRAY[
        'blocked_address', 'blocked_domain', 'blocked_agent', 'honeypot', 'disposable_domain', 'many_repeats']) NOT VALID;

-- The reference numbers of each kind.
CREATE SEQUENCE "evaluation_id_seq" AS INTEGER OWNED BY "submissions"."id";
CREATE SEQUENCE "inquiry_id_seq" AS INTEGER OWNED BY "submissions"."id";

-- In a trigger: whatever changes a text later, as an erasure does, changes its words.
CREATE FUNCTION set_submission_words() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.words := submission_words(NEW.name, NEW.company, NEW.email, NEW.role, NEW.text, NEW.agent_name)
        || phone_words(NEW.phone);
    RETURN NEW;
END
$$;
CREATE TRIGGER "submissions_words" BEFORE INSERT OR UPDATE OF "is_processed", "name", "company", "email", "role", "text",
    "agent_name", "phone" ON "submissions"
    FOR EACH ROW WHEN (NEW.is_processed) EXECUTE FUNCTION set_submission_words();

-- Serves: one row per key and kind, and finding it again. Rows without a key are not in it.
CREATE UNIQUE INDEX "submissions_key_key" ON "submissions"("kind", "submission_key") WHERE (submission_key IS NOT NULL);

-- Serves: earlier submissions of the same content.
CREATE INDEX "submissions_content_idx" ON "submissions"("content_hash", "id") WHERE (content_hash IS NOT NULL);

-- Serves: the repeats of a submission, and deleting them with it.
CREATE INDEX "submissions_repeats_idx" ON "submissions"("kind", "repeat_of") WHERE (repeat_of IS NOT NULL);

-- Serves: what the worker has to process, the oldest first, and searching it; next to no row is in it.
CREATE INDEX "submissions_unprocessed_idx" ON "submissions"("created_at", "kind", "id") WHERE NOT "is_processed";

-- Serves: pages and counts of the inbox.
CREATE INDEX "submissions_created_at_idx" ON "submissions"("created_at", "kind", "id")
    INCLUDE ("route", "language", "channel", "owner_id", "status", "repeat_of");

-- Serves: the inbox of one status, however rare.
CREATE INDEX "submissions_status_idx" ON "submissions"("status", "created_at", "kind", "id") INCLUDE ("repeat_of");

-- Serves: the inbox of one owner, and counting what few of the owner's rows have.
CREATE INDEX "submissions_owner_idx" ON "submissions"("owner_id", "created_at", "kind", "id")
    INCLUDE ("route", "language", "channel", "status", "repeat_of") WHERE "owner_id" IS NOT NULL;

-- Serves: the search of the inbox, for words that are rare. Without rows that have no words yet: an index of this kind
-- holds empty values as well.
CREATE INDEX "submissions_words_idx" ON "submissions" USING GIN ("words") WHERE "words" IS NOT NULL;

-- Serves: the inbox of one agent, however rare. The name itself is in it, as an index on an expression alone always
-- reads the row.
CREATE INDEX "submissions_agent_idx" ON "submissions"(lower("agent_name"), "created_at", "kind", "id")
    INCLUDE ("agent_name", "route", "language", "channel", "owner_id", "status", "repeat_of")
    WHERE "agent_name" IS NOT NULL;

-- Serves: waiting for a reply, the most urgent first. By way of UTC, because an index refuses what may depend on the
-- session's time zone.
CREATE INDEX "submissions_waiting_idx" ON "submissions"(
        coalesce("reply_due_at", ("created_at" AT TIME ZONE 'UTC' + interval '48 hours') AT TIME ZONE 'UTC'), "kind", "id")
    WHERE "replied_at" IS NULL AND "consent_withdrawn_at" IS NULL AND "status" IN ('new', 'in_review')
        AND ("route" = 'review' OR "kind" = 'inquiry') AND "repeat_of" IS NULL;

-- Serves: the inbox of confirmed consent, however rare; no row is in it when it is stored.
CREATE INDEX "submissions_confirmed_idx" ON "submissions"("created_at", "kind", "id")
    WHERE "consent_confirmed_at" IS NOT NULL;

-- Serves: erasing withdrawn submissions; next to no row is in it.
CREATE INDEX "submissions_withdrawn_idx" ON "submissions"("consent_withdrawn_at")
    WHERE "consent_withdrawn_at" IS NOT NULL;

-- Serves: the person's other submissions, and finding, exporting and erasing a person.
CREATE INDEX "submissions_email_idx" ON "submissions"(lower("email"));

-- Serves: the company's other submissions.
CREATE INDEX "submissions_company_idx" ON "submissions"(lower("company")) WHERE "company" IS NOT NULL;

-- Serves: snoozed submissions, and those that have come back.
CREATE INDEX "submissions_snoozed_idx" ON "submissions"("snoozed_until", "kind", "id")
    WHERE (snoozed_until IS NOT NULL);

-- Serves: the inbox of one source, however rare.
CREATE INDEX "submissions_source_idx" ON "submissions"(
        lower(submission_source("utm" ->> 'utm_source', referrer_host("referrer"),
            CASE WHEN "channel" = 'ai_agent' THEN coalesce("agent_name", '') END)), "created_at", "kind", "id")
    WHERE "is_processed";

-- Serves: the inbox of one answer, however rare.
CREATE INDEX "submissions_answers_idx" ON "submissions" USING GIN (answer_marks("answers"))
    WHERE "is_processed" AND "kind" = 'evaluation';

-- Serves: counting replies by their time, without reading the rows.
CREATE INDEX "submissions_replied_idx" ON "submissions"("created_at", "kind", "id")
    INCLUDE ("replied_at", "asked_at", "reply_due_at", "route", "status", "consent_withdrawn_at", "repeat_of")
    WHERE "replied_at" IS NOT NULL;

-- Serves: the reasons there are, and the inbox of one.
CREATE INDEX "submissions_reason_idx" ON "submissions"("close_reason", "created_at", "kind", "id")
    INCLUDE ("status", "repeat_of") WHERE "close_reason" IS NOT NULL;

-- Postgres keeps statistics of an expression with an index, but does not use those of a partial one. Without these, it
-- guesses an agent's share of the rows, and looks up an answer that half of all evaluations have like a rare one.
CREATE STATISTICS "submissions_agent_stats" ON lower("agent_name") FROM "submissions";
CREATE STATISTICS "submissions_answers_stats" ON (answer_marks("answers")) FROM "submissions";
-- An analyzed empty table counts as small; one never analyzed, as ten pages.
ANALYZE "submissions";

-- Erases the matches in every text of a JSON value, keys included: as text, an escape would run into the match.
CREATE FUNCTION erase_in_json(value JSONB, pattern TEXT) RETURNS JSONB
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN CASE jsonb_typeof(value)
        WHEN 'string' THEN to_jsonb(regexp_replace(value #>> '{}', pattern, '[erased]', 'gi'))
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_in_json(item, pattern) ORDER BY place), '[]')
            FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(regexp_replace(name, pattern, '[erased]', 'gi'),
            erase_in_json(item, pattern)), '{}') FROM jsonb_each(value) AS pairs (name, item))
        ELSE value END;
END
$$;

CREATE TABLE "submission_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    -- Postgres 18 keeps the column's first name here and in consent_links.
    "submission_id" INTEGER CONSTRAINT "submission_events_subject_id_not_null" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator_id" TEXT,
    "actor" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "submission_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "submission_events_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "submission_events_details_check" CHECK (jsonb_typeof("details") = 'object')
);

ALTER TABLE "submission_events"
    ADD CONSTRAINT "submission_events_type_check" CHECK ("type" IN (
        'seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated', 'snooze', 'inbound')) NOT VALID;

-- Serves: the timeline of one submission.
CREATE INDEX "submission_events_submission_idx" ON "submission_events"("kind", "submission_id", "id");

CREATE TABLE "consent_links" (
    "token_hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "submission_id" INTEGER CONSTRAINT "consent_links_subject_id_not_null" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "consent_links_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "consent_links_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "consent_links_purpose_check" CHECK ("purpose" IN ('confirm', 'withdraw'))
);

-- Serves: the links of one submission, when one of them is used or the submission is erased.
CREATE INDEX "consent_links_submission_idx" ON "consent_links"("kind", "submission_id");

-- Erasures, as hashes: a restored backup brings back who was erased after it, so they are repeated.
CREATE TABLE "erasures" (
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT,

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("hash", "at"),
    CONSTRAINT "erasures_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "erasures_key_id_check" CHECK ("key_id" ~ '^[0-9a-f]{16}$')
);

CREATE TABLE "blocked_senders" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "value" TEXT,
    "hash" TEXT,
    "reason" VARCHAR(200),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "last_hit_at" TIMESTAMPTZ(3),

    CONSTRAINT "blocked_senders_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "blocked_senders_type_check" CHECK ("type" IN ('address', 'domain', 'agent')),
    -- Only the hash of an erased person's address is left, and no word about the person.
    CONSTRAINT "blocked_senders_value_check" CHECK (CASE WHEN "value" IS NULL
        THEN "type" = 'address' AND "hash" IS NOT NULL AND "hash" ~ '^[0-9a-f]{64}$' AND "reason" IS NULL
        ELSE "hash" IS NULL AND "value" <> '' END),
    CONSTRAINT "blocked_senders_hits_check" CHECK ("hits" >= 0)
);

-- Serves: the entry of a sender, and adding it once.
CREATE UNIQUE INDEX "blocked_senders_value_key" ON "blocked_senders"("type", "value");

-- Serves: the entry of an erased address.
CREATE UNIQUE INDEX "blocked_senders_hash_key" ON "blocked_senders"("hash");

-- The desk

CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "is_shared" BOOLEAN NOT NULL,
    "query" VARCHAR(2000) NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_views_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "saved_views_texts_check" CHECK ("name" <> '')
);

-- Serves: the views of an operator, in order.
CREATE INDEX "saved_views_operator_idx" ON "saved_views"("operator_id", "position");

CREATE TABLE "reply_templates" (
    "id" SERIAL NOT NULL,
    "version" INTEGER NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "text_en" VARCHAR(8000) NOT NULL,
    "text_es" VARCHAR(8000) NOT NULL,
    "kind" TEXT,
    "route" TEXT,
    "is_removed" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator_id" TEXT,
    "actor" TEXT NOT NULL,

    CONSTRAINT "reply_templates_pkey" PRIMARY KEY ("id", "version"),
    CONSTRAINT "reply_templates_version_check" CHECK ("version" >= 1),
    CONSTRAINT "reply_templates_text_check" CHECK ("name" <> '' AND "text_en" <> '' AND "text_es" <> ''),
    CONSTRAINT "reply_templates_kind_check" CHECK ("kind" IN ('evaluation', 'inquiry')),
    CONSTRAINT "reply_templates_route_check" CHECK (
        "route" IS NULL OR ("route" IN ('qualified', 'review', 'redirect') AND "kind" IS DISTINCT FROM 'inquiry'))
);

CREATE TABLE "reply_files" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "event_id" BIGINT,
    "operator_id" TEXT NOT NULL,
    "name" VARCHAR(120) NOT NULL,
    "type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_files_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reply_files_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "reply_files_event_id_fkey"
        FOREIGN KEY ("event_id") REFERENCES "submission_events"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "reply_files_name_check" CHECK ("name" <> ''),
    CONSTRAINT "reply_files_content_check" CHECK (octet_length("content") BETWEEN 1 AND 5242880)
);

-- Serves: the files of a submission, and deleting them with it.
CREATE INDEX "reply_files_submission_idx" ON "reply_files"("kind", "submission_id");

-- Serves: the files of a reply, and deleting an event.
CREATE INDEX "reply_files_event_idx" ON "reply_files"("event_id") WHERE (event_id IS NOT NULL);

CREATE TABLE "submission_viewers" (
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "submission_viewers_pkey" PRIMARY KEY ("operator_id", "kind", "submission_id"),
    CONSTRAINT "submission_viewers_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "submission_viewers_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Serves: deleting a submission.
CREATE INDEX "submission_viewers_submission_idx" ON "submission_viewers"("kind", "submission_id");

CREATE TABLE "assignment_rules" (
    "id" SERIAL NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "kind" TEXT,
    "route" TEXT,
    "language" TEXT,
    "channel" TEXT,
    "company" VARCHAR(180),
    "topic" TEXT,
    "turn" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assignment_rules_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "assignment_rules_texts_check" CHECK ("name" <> '' AND "company" <> ''),
    CONSTRAINT "assignment_rules_conditions_check" CHECK (
        "kind" IN ('evaluation', 'inquiry') AND "route" IN ('qualified', 'review', 'redirect')
        AND "language" IN ('en', 'es') AND "channel" IN ('web', 'ai_agent') AND "topic" ~ '^[a-z0-9-]{1,40}$'),
    -- Inquiries have no route and no company, evaluations no topic: such a rule would match nothing.
    CONSTRAINT "assignment_rules_match_check" CHECK (
        CASE WHEN "topic" IS NOT NULL OR "kind" = 'inquiry' THEN "route" IS NULL AND "company" IS NULL ELSE true END
        AND ("topic" IS NULL OR "kind" IS DISTINCT FROM 'evaluation')),
    CONSTRAINT "assignment_rules_turn_check" CHECK ("turn" >= 0)
);

CREATE TABLE "assignment_rule_operators" (
    "rule_id" INTEGER NOT NULL,
    "operator_id" TEXT NOT NULL,
    "last_turn" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assignment_rule_operators_pkey" PRIMARY KEY ("rule_id", "operator_id"),
    CONSTRAINT "assignment_rule_operators_rule_id_fkey"
        FOREIGN KEY ("rule_id") REFERENCES "assignment_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "assignment_rule_operators_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "assignment_rule_operators_last_turn_check" CHECK ("last_turn" >= 0)
);

-- Figures of the overview, until 20261124132139_drop_overview_days removes them.
CREATE TABLE "overview_days" (
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "figures" JSON NOT NULL,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "overview_days_pkey" PRIMARY KEY ("starts_at", "ends_at")
);

CREATE TABLE "overview_stale" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "overview_stale_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION mark_overview_stale() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO overview_stale (created_at) VALUES (coalesce(OLD.created_at, NEW.created_at));
    RETURN NULL;
END
$$;

CREATE TRIGGER "submissions_overview_insert" AFTER INSERT ON "submissions"
    FOR EACH ROW WHEN (NEW.created_at < now() - INTERVAL '24 hours') EXECUTE FUNCTION mark_overview_stale();
CREATE TRIGGER "submissions_overview_update" AFTER UPDATE OF "created_at", "channel", "agent_name", "utm", "referrer", "status",
    "close_reason", "replied_at", "reply_due_at", "repeat_of", "consent_confirmed_at", "consent_withdrawn_at" ON "submissions"
    FOR EACH ROW WHEN (OLD.created_at < now() - INTERVAL '24 hours' AND
        (OLD.created_at, OLD.channel, OLD.agent_name, OLD.utm, OLD.referrer, OLD.status, OLD.close_reason, OLD.replied_at,
            OLD.reply_due_at, OLD.repeat_of, OLD.consent_confirmed_at, OLD.consent_withdrawn_at)
        IS DISTINCT FROM
        (NEW.created_at, NEW.channel, NEW.agent_name, NEW.utm, NEW.referrer, NEW.status, NEW.close_reason, NEW.replied_at,
            NEW.reply_due_at, NEW.repeat_of, NEW.consent_confirmed_at, NEW.consent_withdrawn_at))
    EXECUTE FUNCTION mark_overview_stale();
CREATE TRIGGER "submissions_overview_delete" AFTER DELETE ON "submissions"
    FOR EACH ROW WHEN (OLD.created_at < now() - INTERVAL '24 hours') EXECUTE FUNCTION mark_overview_stale();

-- Mail

-- A restored database holds its mails until somebody releases them: some were sent after the backup.
CREATE TABLE "mail_holds" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "mail_holds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_holds_id_check" CHECK ("id" = 1),
    CONSTRAINT "mail_holds_actor_check" CHECK ("actor" IN ('restore', 'console'))
);

-- Answers of people by mail.
CREATE TABLE "inbound_mails" (
    "id" BIGSERIAL NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "digest" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "kind" TEXT,
    "submission_id" INTEGER,
    "held_reason" TEXT,
    "suggested_kind" TEXT,
    "suggested_id" INTEGER,
    "message_id" VARCHAR(255),
    "from_address" VARCHAR(254) NOT NULL,
    "from_name" VARCHAR(120) NOT NULL,
    "subject" VARCHAR(500) NOT NULL,
    "text" VARCHAR(100000) NOT NULL,
    "quoted" VARCHAR(100000) NOT NULL,
    "authentication" TEXT NOT NULL,

    CONSTRAINT "inbound_mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inbound_mails_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "inbound_mails_digest_check" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "inbound_mails_type_check" CHECK ("type" IN ('message', 'auto_reply', 'bounce')),
    CONSTRAINT "inbound_mails_held_check" CHECK (
        ("kind" IS NULL) = ("submission_id" IS NULL) AND ("submission_id" IS NULL) = ("held_reason" IS NOT NULL)),
    CONSTRAINT "inbound_mails_suggested_check" CHECK (
        ("suggested_kind" IS NULL) = ("suggested_id" IS NULL) AND "suggested_kind" IN ('evaluation', 'inquiry')),
    CONSTRAINT "inbound_mails_authentication_check" CHECK ("authentication" IN ('pass', 'fail', 'none'))
);

ALTER TABLE "inbound_mails"
    ADD CONSTRAINT "inbound_mails_held_reason_check" CHECK (
        "held_reason" IN ('unknown', 'other_sender', 'unauthenticated', 'unreadable')) NOT VALID;

-- Serves: a mail that is delivered twice.
CREATE UNIQUE INDEX "inbound_mails_digest_key" ON "inbound_mails"("digest");

-- Serves: the mails of a submission, and deleting them with it.
CREATE INDEX "inbound_mails_submission_idx" ON "inbound_mails"("kind", "submission_id", "id") WHERE (submission_id IS NOT NULL);

-- Serves: the list of held mails, and their purge.
CREATE INDEX "inbound_mails_held_idx" ON "inbound_mails"("received_at", "id") WHERE (submission_id IS NULL);

CREATE TABLE "inbound_attachments" (
    "id" BIGSERIAL NOT NULL,
    "mail_id" BIGINT NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "media_type" VARCHAR(100) NOT NULL,
    "content" BYTEA NOT NULL,
    -- False beyond the limits: strangers must not fill the database with the files of their mails.
    "is_kept" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "inbound_attachments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inbound_attachments_mail_id_fkey"
        FOREIGN KEY ("mail_id") REFERENCES "inbound_mails"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    -- 25 MiB, as for a whole mail.
    CONSTRAINT "inbound_attachments_content_check" CHECK (octet_length("content") <= 26214400)
);

-- Serves: the files of a mail, and deleting them with it.
CREATE INDEX "inbound_attachments_mail_idx" ON "inbound_attachments"("mail_id");

-- Keyed hashes, kept for thirty days: an erased or discarded mail must not come back when it is delivered again.
CREATE TABLE "received_mails" (
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_mails_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "received_mails_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$')
);

CREATE TABLE "read_mailboxes" (
    "key" TEXT NOT NULL,
    "uid_validity" BIGINT,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "reader" TEXT,
    "read_until" TIMESTAMPTZ(3) NOT NULL,
    -- A mail that ends the process that reads it must not end all that follow.
    "attempts" INTEGER,
    "tried_uid" BIGINT,

    CONSTRAINT "read_mailboxes_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "read_mailboxes_key_check" CHECK ("key" ~ '^[0-9a-f]{64}$')
);

CREATE TABLE "digest_items" (
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "job_id" UUID,

    CONSTRAINT "digest_items_pkey" PRIMARY KEY ("operator_id", "kind", "submission_id"),
    CONSTRAINT "digest_items_operator_id_fkey"
        FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "digest_items_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Serves: deleting a submission.
CREATE INDEX "digest_items_submission_idx" ON "digest_items"("kind", "submission_id");

-- The catalog

-- services and spec are json, not jsonb: jsonb would reorder what the author wrote.
-- sort_title compares by code point, so that the order does not depend on the server's locale.
CREATE TABLE "catalog_entries" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "title_es" TEXT NOT NULL,
    "description_en" TEXT NOT NULL,
    "description_es" TEXT NOT NULL,
    "use_cases_en" TEXT[],
    "use_cases_es" TEXT[],
    "endpoints" TEXT[],
    "services" JSON NOT NULL,
    "docs_url" TEXT,
    "swagger_url" TEXT,
    "spec" JSON NOT NULL,
    "published" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,
    "search_pairs" TEXT[],
    "search_title" TEXT NOT NULL,
    "sort_title" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "catalog_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "catalog_entries_slug_check" CHECK ("slug" <> ''),
    CONSTRAINT "catalog_entries_lists_check"
        CHECK ("use_cases_en" IS NOT NULL AND array_position("use_cases_en", NULL) IS NULL
            AND "use_cases_es" IS NOT NULL AND array_position("use_cases_es", NULL) IS NULL
            AND "endpoints" IS NOT NULL AND array_position("endpoints", NULL) IS NULL
            AND "search_pairs" IS NOT NULL),
    CONSTRAINT "catalog_entries_services_check" CHECK (json_typeof("services") = 'array'),
    CONSTRAINT "catalog_entries_docs_url_check" CHECK ("docs_url" ~ '^https://\S+$' AND char_length("docs_url") <= 2048),
    CONSTRAINT "catalog_entries_swagger_url_check"
        CHECK ("swagger_url" ~ '^https://\S+$' AND char_length("swagger_url") <= 2048),
    CONSTRAINT "catalog_entries_spec_check" CHECK (json_typeof("spec") = 'object')
);

CREATE UNIQUE INDEX "catalog_entries_slug_key" ON "catalog_entries"("slug");

-- Serves: all published entries by English title.
CREATE INDEX "catalog_entries_listing_idx" ON "catalog_entries"("published", "sort_title", "id");

-- Serves: published entries whose text holds every word of a search.
CREATE INDEX "catalog_entries_search_idx" ON "catalog_entries" USING GIN ("search_text" gin_trgm_ops);

-- Serves: the same for words of two characters, which have no trigram.
CREATE INDEX "catalog_entries_pairs_idx" ON "catalog_entries" USING GIN ("search_pairs");

-- The documents of an entry's versions, each once.
CREATE TABLE "catalog_documents" (
    "entry_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "spec" JSON NOT NULL,

    CONSTRAINT "catalog_documents_pkey" PRIMARY KEY ("entry_id", "hash"),
    CONSTRAINT "catalog_documents_entry_id_fkey"
        FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_documents_hash_check" CHECK (octet_length("hash") = 32)
);

CREATE TABLE "catalog_versions" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT,
    "action" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "document_hash" BYTEA NOT NULL,

    CONSTRAINT "catalog_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "catalog_versions_entry_id_fkey"
        FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_versions_entry_id_document_hash_fkey" FOREIGN KEY ("entry_id", "document_hash")
        REFERENCES "catalog_documents"("entry_id", "hash") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "catalog_versions_action_check"
        CHECK ("action" IN ('found', 'created', 'changed', 'imported', 'restored', 'published', 'unpublished')),
    CONSTRAINT "catalog_versions_actor_check" CHECK (("actor" IS NULL) = ("action" = 'found'))
);

-- Serves: the versions of an entry, newest first.
CREATE INDEX "catalog_versions_entry_idx" ON "catalog_versions"("entry_id", "id");

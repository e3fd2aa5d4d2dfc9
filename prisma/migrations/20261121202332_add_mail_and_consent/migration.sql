-- Why: an agent's word that a person agreed is only a claim, and a reply that is promised must leave the house. What a
-- person says of their consent, the links by which they say it, and what the timeline tells of mails. The queue of the
-- mails is pg-boss's own, in a schema that it keeps up to date itself (lib/server/outbox/queue). New columns are null, so
-- that storing a submission is the same statement as before.

ALTER TABLE "leads"
    ADD COLUMN "consent_confirmed_at" TIMESTAMPTZ(3),
    ADD COLUMN "consent_notice_version" TEXT,
    ADD COLUMN "consent_withdrawn_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "leads_consent_check"
        CHECK (("consent_confirmed_at" IS NULL) = ("consent_notice_version" IS NULL)),
    ADD CONSTRAINT "leads_consent_notice_version_check"
        CHECK (char_length("consent_notice_version") BETWEEN 1 AND 40);

ALTER TABLE "contacts"
    ADD COLUMN "consent_confirmed_at" TIMESTAMPTZ(3),
    ADD COLUMN "consent_notice_version" TEXT,
    ADD COLUMN "consent_withdrawn_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "contacts_consent_check"
        CHECK (("consent_confirmed_at" IS NULL) = ("consent_notice_version" IS NULL)),
    ADD CONSTRAINT "contacts_consent_notice_version_check"
        CHECK (char_length("consent_notice_version") BETWEEN 1 AND 40);

CREATE TABLE "consent_links" (
    "token_hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "consent_links_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "consent_links_purpose_check" CHECK ("purpose" IN ('confirm', 'withdraw')),
    CONSTRAINT "consent_links_kind_check" CHECK ("kind" IN ('lead', 'inquiry'))
);

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN ('seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent'));

-- Serves: the links of one submission, when one of them is used or the submission is erased.
CREATE INDEX "consent_links_subject_idx" ON "consent_links"("kind", "subject_id");

-- Serve: what is to be erased because its person withdrew; next to no row is in them.
CREATE INDEX "leads_withdrawn_idx" ON "leads"("consent_withdrawn_at") WHERE "consent_withdrawn_at" IS NOT NULL;

CREATE INDEX "contacts_withdrawn_idx" ON "contacts"("consent_withdrawn_at") WHERE "consent_withdrawn_at" IS NOT NULL;

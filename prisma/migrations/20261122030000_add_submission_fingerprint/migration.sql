-- Why: a key that comes again with another submission must be refused, whichever field differs, so what came first is
-- compared as a whole: its SHA-256 is kept beside the key. Rows from before have none and are compared by their columns.

ALTER TABLE "leads"
    ADD COLUMN "submission_fingerprint" BYTEA,
    ADD CONSTRAINT "leads_submission_fingerprint_check"
        CHECK ("submission_fingerprint" IS NULL OR ("submission_key" IS NOT NULL AND octet_length("submission_fingerprint") = 32));

ALTER TABLE "contacts"
    ADD COLUMN "submission_fingerprint" BYTEA,
    ADD CONSTRAINT "contacts_submission_fingerprint_check"
        CHECK ("submission_fingerprint" IS NULL OR ("submission_key" IS NOT NULL AND octet_length("submission_fingerprint") = 32));

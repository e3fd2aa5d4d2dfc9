-- Why: a form or an agent that got no answer sends again, and must not be stored twice: its key finds the first row.
-- And which privacy notice a person saw has to be known for as long as the row is.
-- The indexes leave out rows without a key, so that storing those costs no more than before.

ALTER TABLE "leads"
    ADD COLUMN "submission_key" TEXT,
    ADD COLUMN "notice_version" TEXT,
    ADD CONSTRAINT "leads_submission_key_check" CHECK ("submission_key" ~ '^[A-Za-z0-9_-]{16,64}$'),
    ADD CONSTRAINT "leads_notice_version_check" CHECK ("notice_version" ~ '^\d{4}-\d{2}-\d{2}$');

ALTER TABLE "contacts"
    ADD COLUMN "submission_key" TEXT,
    ADD COLUMN "notice_version" TEXT,
    ADD CONSTRAINT "contacts_submission_key_check" CHECK ("submission_key" ~ '^[A-Za-z0-9_-]{16,64}$'),
    ADD CONSTRAINT "contacts_notice_version_check" CHECK ("notice_version" ~ '^\d{4}-\d{2}-\d{2}$');

-- Serves: one row per key, and finding it again. Leads and inquiries have keys of their own.
CREATE UNIQUE INDEX "leads_submission_key_key" ON "leads"("submission_key") WHERE ("submission_key" IS NOT NULL);

CREATE UNIQUE INDEX "contacts_submission_key_key" ON "contacts"("submission_key") WHERE ("submission_key" IS NOT NULL);

-- Why: what people answer to our mails comes back to the desk. The tables are new; the column is null in every row, and a
-- submission that is stored pays for none of it. An older version beside this one reads and writes nothing of it.

ALTER TABLE "submissions" ADD COLUMN "asked_at" TIMESTAMPTZ(3);

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN (
            'seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated', 'snooze', 'inbound')) NOT VALID;

-- CreateTable
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
    CONSTRAINT "inbound_mails_digest_check" CHECK ("digest" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "inbound_mails_type_check" CHECK ("type" IN ('message', 'auto_reply', 'bounce')),
    CONSTRAINT "inbound_mails_held_check" CHECK (
        ("kind" IS NULL) = ("submission_id" IS NULL) AND ("submission_id" IS NULL) = ("held_reason" IS NOT NULL)),
    CONSTRAINT "inbound_mails_held_reason_check" CHECK (
        "held_reason" IN ('unknown', 'other_sender', 'unauthenticated')),
    CONSTRAINT "inbound_mails_suggested_check" CHECK (
        ("suggested_kind" IS NULL) = ("suggested_id" IS NULL) AND "suggested_kind" IN ('evaluation', 'inquiry')),
    CONSTRAINT "inbound_mails_authentication_check" CHECK ("authentication" IN ('pass', 'fail', 'none'))
);

-- CreateTable
CREATE TABLE "inbound_attachments" (
    "id" BIGSERIAL NOT NULL,
    "mail_id" BIGINT NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "media_type" VARCHAR(100) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "inbound_attachments_pkey" PRIMARY KEY ("id"),
    -- 25 MiB, as for a whole mail.
    CONSTRAINT "inbound_attachments_content_check" CHECK (octet_length("content") <= 26214400)
);

-- CreateTable
CREATE TABLE "read_mailboxes" (
    "key" TEXT NOT NULL,
    "uid_validity" BIGINT,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "reader" TEXT,
    "read_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "read_mailboxes_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "read_mailboxes_key_check" CHECK ("key" ~ '^[0-9a-f]{64}$')
);

-- Serves: a mail that is delivered twice.
CREATE UNIQUE INDEX "inbound_mails_digest_key" ON "inbound_mails"("digest");

-- Serves: the mails of a submission, and deleting them with it.
CREATE INDEX "inbound_mails_submission_idx" ON "inbound_mails"("kind", "submission_id", "id") WHERE (submission_id IS NOT NULL);

-- Serves: the list of held mails, and their purge.
CREATE INDEX "inbound_mails_held_idx" ON "inbound_mails"("received_at", "id") WHERE (submission_id IS NULL);

-- Serves: the files of a mail, and deleting them with it.
CREATE INDEX "inbound_attachments_mail_idx" ON "inbound_attachments"("mail_id");

-- AddForeignKey
ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_attachments" ADD CONSTRAINT "inbound_attachments_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "inbound_mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

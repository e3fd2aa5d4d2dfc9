-- Why: a reply may take files along, begin with a template and end with the operator's own signature. The tables are new and
-- the column is nullable: an older version beside this one neither reads nor writes them, and sends a reply without its files
-- only if it takes a mail that this version has queued.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "signature" VARCHAR(400),
    ADD CONSTRAINT "operators_signature_check" CHECK ("signature" <> '');

-- CreateTable
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
    CONSTRAINT "reply_files_name_check" CHECK ("name" <> ''),
    CONSTRAINT "reply_files_content_check" CHECK (octet_length("content") BETWEEN 1 AND 5242880)
);

-- CreateTable
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

    CONSTRAINT "reply_templates_pkey" PRIMARY KEY ("id","version"),
    CONSTRAINT "reply_templates_version_check" CHECK ("version" >= 1),
    CONSTRAINT "reply_templates_text_check" CHECK ("name" <> '' AND "text_en" <> '' AND "text_es" <> ''),
    CONSTRAINT "reply_templates_kind_check" CHECK ("kind" IN ('evaluation', 'inquiry')),
    CONSTRAINT "reply_templates_route_check" CHECK (
      "route" IS NULL OR ("route" IN ('qualified', 'review', 'redirect') AND "kind" IS DISTINCT FROM 'inquiry')
    )
);

-- CreateIndex
CREATE INDEX "reply_files_submission_idx" ON "reply_files"("kind", "submission_id");

-- CreateIndex
CREATE INDEX "reply_files_event_idx" ON "reply_files"("event_id") WHERE (event_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "reply_files" ADD CONSTRAINT "reply_files_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_files" ADD CONSTRAINT "reply_files_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "submission_events"("id") ON DELETE SET NULL ON UPDATE CASCADE;

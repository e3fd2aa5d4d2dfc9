-- Why: people can follow the changes of the catalog by mail. Nobody gets more than a confirmation before they press its
-- button. A mail names the subscriber instead of the address, and goes with them.

-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "subscriber_id" UUID;

-- CreateTable
CREATE TABLE "subscribers" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "language" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "notice_version" TEXT,
    "changes_since" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subscribers_email_check" CHECK (char_length("email") >= 5),
    CONSTRAINT "subscribers_language_check" CHECK ("language" IN ('en', 'es')),
    CONSTRAINT "subscribers_confirmed_check" CHECK (("confirmed_at" IS NULL) = ("notice_version" IS NULL))
);
-- Statistics would keep addresses of people who have left.
ALTER TABLE "subscribers" ALTER COLUMN "email" SET STATISTICS 0;

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_email_key" ON "subscribers"("email");

-- CreateIndex
CREATE INDEX "subscribers_due_idx" ON "subscribers"("next_at") WHERE (confirmed_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "mails_subscriber_key" ON "mails"("subscriber_id", "mail") WHERE (subscriber_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

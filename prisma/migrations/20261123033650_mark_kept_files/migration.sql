-- Why: strangers must not fill the database with the files of their mails.

-- AlterTable
ALTER TABLE "inbound_attachments" ADD COLUMN     "is_kept" BOOLEAN NOT NULL DEFAULT true;

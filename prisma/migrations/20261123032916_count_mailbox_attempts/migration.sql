-- Why: a mail that ends the process that reads it must not end all that follow.

-- AlterTable
ALTER TABLE "read_mailboxes" ADD COLUMN     "attempts" INTEGER,
ADD COLUMN     "tried_uid" BIGINT;

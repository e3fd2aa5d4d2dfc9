-- Why: each operator reads the desk, and the mails that it sends them, in their own language. An older version beside this
-- one neither reads nor writes it.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "language" TEXT,
  ADD CONSTRAINT "operators_language_check" CHECK ("language" IN ('en', 'es'));

-- Why: a person can show others the result by a link, and end it. The link is signed over this time, so nothing secret
-- is stored, and a new link has a new time.

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN "shared_at" TIMESTAMPTZ(3);

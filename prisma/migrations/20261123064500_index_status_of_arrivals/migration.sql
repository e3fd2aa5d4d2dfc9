-- Why: lists leave spam out, so that each query asks for the status; the index on the arrival did not hold it, and every row
-- was read for it. Submissions are stored meanwhile.

-- Serves: pages and counts of the inbox.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_created_at_new_idx";
CREATE INDEX CONCURRENTLY "submissions_created_at_new_idx" ON "submissions"("created_at", "kind", "id")
    INCLUDE ("route", "language", "channel", "owner_id", "status", "repeat_of");
DROP INDEX CONCURRENTLY IF EXISTS "submissions_created_at_idx";
ALTER INDEX "submissions_created_at_new_idx" RENAME TO "submissions_created_at_idx";

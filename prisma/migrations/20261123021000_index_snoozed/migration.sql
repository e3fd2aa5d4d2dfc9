-- Why: the inbox leaves out what is snoozed and begins with what has come back: few rows, which it must find without reading
-- the others. A fresh submission is not in it. Submissions are stored meanwhile.

-- Serves: what is snoozed, and what has come back.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_snoozed_idx";
CREATE INDEX CONCURRENTLY "submissions_snoozed_idx" ON "submissions"("snoozed_until", "kind", "id")
    WHERE (snoozed_until IS NOT NULL);

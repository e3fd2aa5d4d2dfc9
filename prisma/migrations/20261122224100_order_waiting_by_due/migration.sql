-- Why: replies are promised by settings, so that a submission that came later may be due earlier; the desk's order "due"
-- went by arrival. Built beside the old index, which it then replaces; an older version of the service, running beside this
-- one, sorts the few rows that wait.

-- Serves: who waits for a reply, the most urgent first. By way of UTC, because an index refuses what may depend on the
-- session's time zone.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_waiting_new_idx";
CREATE INDEX CONCURRENTLY "submissions_waiting_new_idx" ON "submissions"(
        coalesce("reply_due_at", ("created_at" AT TIME ZONE 'UTC' + interval '48 hours') AT TIME ZONE 'UTC'), "kind", "id")
    WHERE "replied_at" IS NULL AND "consent_withdrawn_at" IS NULL AND "status" IN ('new', 'in_review')
        AND ("route" = 'review' OR "kind" = 'inquiry') AND "repeat_of" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "submissions_waiting_idx";
ALTER INDEX "submissions_waiting_new_idx" RENAME TO "submissions_waiting_idx";

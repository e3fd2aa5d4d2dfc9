-- Why: the overview's numbers lead to lists by source, by answer, by the time of the reply and by the reason why something
-- was lost; without an index, a rare one reads all submissions. No fresh submission is in any of them: storing it writes
-- none, the worker and the operators do. Submissions are stored meanwhile.

-- Serves: the inbox of one source, however rare.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_source_idx";
CREATE INDEX CONCURRENTLY "submissions_source_idx" ON "submissions"(
        lower(submission_source("utm" ->> 'utm_source', referrer_host("referrer"),
            CASE WHEN "channel" = 'ai_agent' THEN coalesce("agent_name", '') END)), "created_at", "kind", "id")
    WHERE "is_processed";

-- Serves: the inbox of one answer, however rare.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_answers_idx";
CREATE INDEX CONCURRENTLY "submissions_answers_idx" ON "submissions" USING GIN (answer_marks("answers"))
    WHERE "is_processed" AND "kind" = 'evaluation';

-- Serves: counting replies by their time, without reading the rows.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_replied_idx";
CREATE INDEX CONCURRENTLY "submissions_replied_idx" ON "submissions"("created_at", "kind", "id")
    INCLUDE ("replied_at", "asked_at", "reply_due_at", "route", "status", "consent_withdrawn_at", "repeat_of")
    WHERE "replied_at" IS NOT NULL;

-- Serves: the reasons there are, and the inbox of one.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_reason_idx";
CREATE INDEX CONCURRENTLY "submissions_reason_idx" ON "submissions"("close_reason", "created_at", "kind", "id")
    INCLUDE ("status", "repeat_of") WHERE "close_reason" IS NOT NULL;

-- Without them an answer that half of all evaluations have is looked up like a rare one. An index's own are not used, as it
-- holds a part of the rows.
CREATE STATISTICS IF NOT EXISTS "submissions_answers_stats" ON (answer_marks("answers")) FROM "submissions";
ANALYZE "submissions";

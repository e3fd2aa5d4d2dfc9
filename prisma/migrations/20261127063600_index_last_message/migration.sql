-- Why: the inbox is listed by the last message and finds the unread ones, which are few among many. Rows without a mail are
-- in neither: storing a submission writes nothing here. Submissions are stored meanwhile. What was written before counts as
-- read.
UPDATE "submissions" AS s SET "last_message_at" = last.at, "message_state" = CASE last.type WHEN 'inbound' THEN 'read' ELSE 'sent' END
FROM (
    SELECT DISTINCT ON (kind, submission_id) kind, submission_id, at, type FROM "submission_events"
    WHERE type = 'reply' AND details -> 'sendAt' IS NULL OR type = 'mail' AND details ->> 'mail' = 'reply'
        OR type = 'inbound' AND details ->> 'type' = 'message'
    ORDER BY kind, submission_id, id DESC
) AS last
WHERE s.kind = last.kind AND s.id = last.submission_id AND s.last_message_at IS NULL;

-- Serves: the inbox by last message, and its unread ones.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_last_message_idx";
CREATE INDEX CONCURRENTLY "submissions_last_message_idx" ON "submissions"("last_message_at", "kind", "id", "message_state")
    WHERE (last_message_at IS NOT NULL);

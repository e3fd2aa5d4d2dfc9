-- Why: mails are rows of our own, so that what belongs to a submission goes with it and any list of them is a query.
-- Until now they were jobs of a library's queue, whose private tables we read and wrote. Mails of the response clock
-- are no rows before they are due: the submission says when to look at it again. Moves what is queued or kept back,
-- and removes the queue.
-- Older code queues jobs: end its instances before this starts.
UPDATE "code_floor" SET "level" = 3;

ALTER TABLE "submissions" ADD COLUMN "clock_mail_at" TIMESTAMPTZ(3);

-- In byte order, as the submissions that it refers to.
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "mail" TEXT NOT NULL,
    "kind" TEXT COLLATE "C",
    "submission_id" INTEGER,
    "event_id" BIGINT,
    "operator_id" TEXT,
    "operator_ids" TEXT[],
    "is_planned" BOOLEAN NOT NULL DEFAULT false,
    "monday" DATE,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease" UUID,
    "is_doubted" BOOLEAN NOT NULL DEFAULT false,
    "fault" JSONB,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "mails_submission_check" CHECK (("kind" IS NULL) = ("submission_id" IS NULL)),
    CONSTRAINT "mails_state_check" CHECK ("state" IN ('waiting', 'sending', 'held', 'dead')),
    CONSTRAINT "mails_lease_check" CHECK ("lease" IS NULL OR "state" = 'sending'),
    CONSTRAINT "mails_attempts_check" CHECK ("attempts" >= 0)
);

CREATE TABLE "mail_workers" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_workers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_workers_id_check" CHECK ("id" = 1)
);

-- What an operator marked as spam waits with the mails that a worker had begun; what the service took for spam, with
-- those that nobody has begun.
INSERT INTO "mails" (id, mail, kind, submission_id, event_id, operator_id, operator_ids, state, attempts, due_at, next_at)
SELECT gen_random_uuid(), held.mail, s.kind, s.id, held.event, held.operator, held.operators, 'held', held.attempts, now(), now()
FROM "submissions" AS s CROSS JOIN LATERAL (
    SELECT mail, event::bigint, operator, operators, 1 AS attempts
    FROM jsonb_to_recordset(s.held_mails) AS noted (mail text, event text, operator text, operators text[])
    UNION ALL
    SELECT unnest(ARRAY['acknowledgement', 'notice']), NULL, NULL, NULL, 0 WHERE s.held_mails = '[]'
) AS held
WHERE s.held_mails IS NOT NULL;

ALTER TABLE "submissions" DROP COLUMN "held_mails";

ALTER TABLE "digest_items" RENAME COLUMN "job_id" TO "mail_id";

-- A restored backup has the jobs as text, so each column is read as that.
DO $$
DECLARE
    is_shared boolean;
BEGIN
    IF to_regclass('pgboss.job') IS NULL THEN
        RETURN;
    END IF;
    LOCK TABLE pgboss.job IN ACCESS EXCLUSIVE MODE;

    CREATE TEMPORARY TABLE old_jobs ON COMMIT DROP AS
    SELECT id::text::uuid AS id, data::text::jsonb AS data, state::text AS state, output::text::jsonb AS output,
        retry_count::text::int AS retries, created_on::text::timestamptz AS created_on,
        start_after::text::timestamptz AS start_after, started_on::text::timestamptz AS started_on,
        completed_on::text::timestamptz AS completed_on,
        -- A job was kept for ten years from when it was due.
        keep_until::text::timestamptz - interval '87600 hours' AS due_at,
        coalesce(heartbeat_on::text, started_on::text)::timestamptz
            + coalesce(heartbeat_seconds::text::int, 15) * interval '1 second' AS lease_end
    FROM pgboss.job WHERE name::text = 'mail' AND state::text IN ('created', 'retry', 'active', 'failed');

    -- What an old worker was sending when it ended is tried again once its lease has ended.
    INSERT INTO "mails" (id, mail, kind, submission_id, event_id, operator_id, operator_ids, is_planned, monday, state,
        created_at, due_at, next_at, attempts, fault)
    SELECT old_jobs.id, data ->> 'mail', s.kind, s.id, (data ->> 'event')::bigint, data ->> 'operator',
        CASE WHEN data ? 'operators' THEN ARRAY(SELECT jsonb_array_elements_text(data -> 'operators')) END,
        data ? 'plan', (data ->> 'monday')::date,
        CASE WHEN state = 'failed' THEN 'dead' WHEN state = 'active' THEN 'sending' WHEN data ->> 'plan' = 'held' THEN 'held'
            ELSE 'waiting' END,
        created_on, coalesce(due_at, start_after),
        CASE state WHEN 'failed' THEN coalesce(completed_on, now()) WHEN 'active' THEN coalesce(lease_end, now())
            ELSE start_after END,
        CASE WHEN started_on IS NULL THEN 0 ELSE retries + 1 END,
        CASE WHEN output ? 'code' THEN output END
    FROM old_jobs LEFT JOIN "submissions" AS s ON s.kind = data ->> 'kind' AND s.id = (data ->> 'id')::int
    WHERE (s.id IS NOT NULL OR NOT data ? 'kind')
        AND NOT (state = 'created' AND data ->> 'mail' IN ('warning', 'breach') AND start_after > now());

    -- The clocks that run.
    UPDATE "submissions" AS s SET clock_mail_at = jobs.first
    FROM (
        SELECT data ->> 'kind' AS kind, (data ->> 'id')::int AS id, min(start_after) AS first FROM old_jobs
        WHERE state = 'created' AND data ->> 'mail' IN ('warning', 'breach') AND start_after > now() GROUP BY 1, 2
    ) AS jobs
    WHERE s.kind = jobs.kind AND s.id = jobs.id AND s.replied_at IS NULL AND s.closed_at IS NULL;

    -- Those that stand still, with what they have not told since the person last asked: they may run again.
    UPDATE "submissions" AS s SET clock_mail_at = CASE WHEN known.mails ? 'warning'
            THEN coalesce(s.reply_due_at, s.created_at + interval '48 hours')
            ELSE coalesce(s.reply_warning_at, s.created_at + interval '36 hours') END
    FROM "submissions" AS stopped CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(mail), '[]') AS mails FROM (
            SELECT details ->> 'mail' AS mail FROM "submission_events" AS event
            WHERE event.kind = stopped.kind AND event.submission_id = stopped.id AND event.type = 'mail'
                AND (stopped.asked_at IS NULL OR event.at >= stopped.asked_at)
            UNION ALL
            SELECT mail FROM "mails" AS queued
            WHERE queued.kind = stopped.kind AND queued.submission_id = stopped.id
                AND (stopped.asked_at IS NULL OR queued.created_at >= stopped.asked_at OR queued.state = 'waiting')
        ) AS told
    ) AS known
    WHERE s.kind = stopped.kind AND s.id = stopped.id AND (s.replied_at IS NOT NULL OR s.closed_at IS NOT NULL)
        AND (s.kind = 'inquiry' OR s.route = 'review') AND s.is_processed AND s.repeat_of IS NULL
        AND s.consent_withdrawn_at IS NULL AND NOT known.mails ? 'breach';

    -- Nobody else's queue goes with ours.
    is_shared := EXISTS (SELECT FROM pgboss.job WHERE name::text <> 'mail')
        OR NOT (SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = 'pgboss');
    IF to_regclass('pgboss.queue') IS NOT NULL THEN
        is_shared := is_shared OR EXISTS (SELECT FROM pgboss.queue
            WHERE name NOT IN ('mail', 'submission.stored') AND name NOT LIKE '\_\_pgboss\_\_%');
    END IF;
    IF is_shared THEN
        DELETE FROM pgboss.job WHERE name::text = 'mail';
    ELSE
        SET LOCAL client_min_messages = warning;
        DROP SCHEMA pgboss CASCADE;
    END IF;
END $$;

-- Serves: the worker's look for what is due.
CREATE INDEX "mails_due_idx" ON "mails"("next_at", "id") WHERE (state IN ('waiting', 'sending'));

-- Serves: the mails of a submission, and deleting them with it.
CREATE INDEX "mails_submission_idx" ON "mails"("kind", "submission_id") WHERE (submission_id IS NOT NULL);

-- Serves: the desk's list and count of dead mails.
CREATE INDEX "mails_dead_idx" ON "mails"("next_at", "id") WHERE (state = 'dead');

-- Serves: the worker's look for clocks that are due.
CREATE INDEX "submissions_clock_mail_idx" ON "submissions"("clock_mail_at")
    WHERE (clock_mail_at IS NOT NULL AND replied_at IS NULL AND closed_at IS NULL);

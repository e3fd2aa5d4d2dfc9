-- Why: storing a submission made its search words and inserted a job, at the price of the row itself. A column now says
-- that the worker has to make its words and to queue its mails: one row is all that a submission has to wait for.

-- Rows that are there have their words, and their mails in the queue.
ALTER TABLE "submissions"
    ADD COLUMN "is_processed" BOOLEAN NOT NULL DEFAULT true,
    ALTER COLUMN "words" DROP EXPRESSION;
ALTER TABLE "submissions" ALTER COLUMN "is_processed" SET DEFAULT false;

-- In a trigger: whatever changes a text later, as an erasure does, changes its words.
CREATE FUNCTION set_submission_words() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.words := submission_words(NEW.name, NEW.company, NEW.email, NEW.role, NEW.text, NEW.agent_name)
        || phone_words(NEW.phone);
    RETURN NEW;
END
$$;
CREATE TRIGGER "submissions_words" BEFORE INSERT OR UPDATE OF "is_processed", "name", "company", "email", "role", "text",
    "agent_name", "phone" ON "submissions"
    FOR EACH ROW WHEN (NEW.is_processed) EXECUTE FUNCTION set_submission_words();

-- Without rows that have no words yet: an index of this kind holds empty values as well.
DROP INDEX "submissions_words_idx";
CREATE INDEX "submissions_words_idx" ON "submissions" USING GIN ("words") WHERE "words" IS NOT NULL;

-- Serves: what the worker has to process, the oldest first, and searching it; next to no row is in it.
CREATE INDEX "submissions_unprocessed_idx" ON "submissions"("created_at", "kind", "id") WHERE NOT "is_processed";

-- The jobs that said so until now. The queue keeps its tables itself: a new database has none yet.
DO $$
BEGIN
    IF to_regclass('pgboss.job') IS NOT NULL THEN
        UPDATE "submissions" AS stored SET "is_processed" = false FROM pgboss.job
            WHERE job.name = 'submission.stored' AND kind = data ->> 'kind' AND stored.id = (data ->> 'id')::int;
        DELETE FROM pgboss.job WHERE name = 'submission.stored';
    END IF;
END
$$;

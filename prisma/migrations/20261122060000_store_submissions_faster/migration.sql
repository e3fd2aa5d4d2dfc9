-- Why: storing a submission made its search words, inserted a job and read 35 kB of CHECKs, each at a price near that of
-- the row itself. A column now says that the worker has to make the words and to queue the mails. Upper bounds of texts
-- become types, which cost nothing, and each CHECK that is left says more in less: Postgres reads them all for each row.

-- Made again below: the table is written anew, with all indexes that it has then.
DROP INDEX "submissions_words_idx";

ALTER TABLE "submissions"
    -- Rows that are there have their words, and their mails in the queue.
    ADD COLUMN "is_processed" BOOLEAN NOT NULL DEFAULT true,
    ALTER COLUMN "words" DROP EXPRESSION;
ALTER TABLE "submissions"
    ALTER COLUMN "is_processed" SET DEFAULT false,
    DROP CONSTRAINT "submissions_name_check",
    DROP CONSTRAINT "submissions_email_check",
    DROP CONSTRAINT "submissions_text_check",
    DROP CONSTRAINT "submissions_source_page_check",
    DROP CONSTRAINT "submissions_agent_name_check",
    DROP CONSTRAINT "submissions_landing_page_check",
    DROP CONSTRAINT "submissions_referrer_check",
    DROP CONSTRAINT "submissions_consent_notice_version_check",
    DROP CONSTRAINT "submissions_close_reason_check",
    DROP CONSTRAINT "submissions_role_check",
    DROP CONSTRAINT "submissions_company_check",
    DROP CONSTRAINT "submissions_phone_check",
    DROP CONSTRAINT "submissions_discovery_source_check",
    DROP CONSTRAINT "submissions_status_check",
    DROP CONSTRAINT "submissions_closed_check",
    DROP CONSTRAINT "submissions_kind_check",
    DROP CONSTRAINT "submissions_channel_check",
    DROP CONSTRAINT "submissions_agent_consent_check",
    DROP CONSTRAINT "submissions_submission_fingerprint_check",
    -- The service does not start with other thresholds.
    DROP CONSTRAINT "submissions_thresholds_check",
    ALTER COLUMN "name" TYPE VARCHAR(120),
    ALTER COLUMN "email" TYPE VARCHAR(254),
    ALTER COLUMN "text" TYPE VARCHAR(4000),
    ALTER COLUMN "source_page" TYPE VARCHAR(240),
    ALTER COLUMN "agent_name" TYPE VARCHAR(120),
    ALTER COLUMN "landing_page" TYPE VARCHAR(2048),
    ALTER COLUMN "referrer" TYPE VARCHAR(2048),
    ALTER COLUMN "consent_notice_version" TYPE VARCHAR(40),
    ALTER COLUMN "close_reason" TYPE VARCHAR(500),
    ALTER COLUMN "role" TYPE VARCHAR(120),
    ALTER COLUMN "company" TYPE VARCHAR(180),
    ALTER COLUMN "phone" TYPE VARCHAR(60),
    ALTER COLUMN "discovery_source" TYPE VARCHAR(180),
    -- Given texts are not empty; a phone and the page may be.
    ADD CONSTRAINT "submissions_texts_check" CHECK (char_length("email") >= 5 AND '' <> ALL (ARRAY["name", "text",
        "agent_name", "consent_notice_version", "close_reason", "role", "company", "discovery_source"])),
    ADD CONSTRAINT "submissions_channel_check" CHECK (CASE "channel" WHEN 'web' THEN true
        WHEN 'ai_agent' THEN "agent_name" IS NOT NULL AND "user_consent" IS TRUE ELSE false END),
    ADD CONSTRAINT "submissions_submission_fingerprint_check" CHECK (octet_length("submission_fingerprint") = 32),
    -- Each kind has its own columns: all of them, or none.
    ADD CONSTRAINT "submissions_kind_check" CHECK (num_nonnulls("role", "company", "discovery_source", "answers",
            "answers_form", "score", "route", "review_min", "qualified_min")
        = CASE "kind" WHEN 'evaluation' THEN 9 WHEN 'inquiry' THEN 0 ELSE -1 END
        AND CASE "kind" WHEN 'evaluation' THEN "topic" ELSE "phone" END IS NULL),
    ADD CONSTRAINT "submissions_status_check" CHECK (CASE WHEN "closed_at" IS NULL
        THEN "status" IN ('new', 'in_review', 'contacted', 'booked') ELSE "status" IN ('won', 'lost', 'spam') END),
    ADD CONSTRAINT "submissions_close_reason_check" CHECK ("close_reason" IS NULL OR "status" IN ('won', 'lost'));

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

-- A table that is written anew has no statistics.
ANALYZE "submissions";

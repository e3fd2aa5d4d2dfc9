-- Why: evaluations and inquiries share 25 columns, a timeline, consent, mail and the desk, and every query had to be
-- written twice. One table holds both; each kind keeps counting in its own sequence, so that reference numbers that were
-- given out stay valid. What mentions a submission refers to it by a foreign key and is deleted with it.
-- Copies all rows under a lock: an instance that still runs can store nothing meanwhile.

LOCK TABLE "leads", "contacts", "submission_events", "consent_links" IN ACCESS EXCLUSIVE MODE;

-- In byte order, so that lists do not depend on the server's locale.
CREATE TABLE "submissions" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "source_page" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "agent_name" TEXT,
    "user_consent" BOOLEAN,
    "utm" JSONB,
    "landing_page" TEXT,
    "referrer" TEXT,
    "notice_version" TEXT,
    "submission_key" TEXT,
    "submission_fingerprint" BYTEA,
    "consent_confirmed_at" TIMESTAMPTZ(3),
    "consent_notice_version" TEXT,
    "consent_withdrawn_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'new',
    "owner_id" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "replied_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "close_reason" TEXT,
    "topic" TEXT,
    "role" TEXT,
    "company" TEXT,
    "phone" TEXT,
    "discovery_source" TEXT,
    "answers" DOUBLE PRECISION[],
    "answers_form" TEXT,
    "score" DOUBLE PRECISION,
    "route" TEXT,
    "review_min" DOUBLE PRECISION,
    "qualified_min" DOUBLE PRECISION,
    -- Stored: making them for each row that a common word is looked for in costs a hundred times as much as reading them.
    "words" TSVECTOR GENERATED ALWAYS AS (
        submission_words("name", "company", "email", "role", "text", "agent_name") || phone_words("phone")
    ) STORED
);

INSERT INTO "submissions" (kind, id, created_at, request_id, name, email, language, text, source_page, channel,
    agent_name, user_consent, utm, landing_page, referrer, notice_version, submission_key, submission_fingerprint,
    consent_confirmed_at, consent_notice_version, consent_withdrawn_at, status, owner_id, revision, replied_at, closed_at,
    close_reason, role, company, phone, discovery_source, answers, answers_form, score, route, review_min, qualified_min)
SELECT 'evaluation', id, created_at, request_id, name, email, language, project_description, source_page, channel,
    agent_name, user_consent, utm, landing_page, referrer, notice_version, submission_key, submission_fingerprint,
    consent_confirmed_at, consent_notice_version, consent_withdrawn_at, status, owner_id, revision, replied_at, closed_at,
    close_reason, role, company, phone, discovery_source, answers, answers_form, score, route, review_min, qualified_min
FROM "leads";

INSERT INTO "submissions" (kind, id, created_at, request_id, name, email, language, text, source_page, channel,
    agent_name, user_consent, utm, landing_page, referrer, notice_version, submission_key, submission_fingerprint,
    consent_confirmed_at, consent_notice_version, consent_withdrawn_at, status, owner_id, revision, replied_at, closed_at,
    close_reason, topic)
SELECT 'inquiry', id, created_at, request_id, name, email, language, message, source_page, channel,
    agent_name, user_consent, utm, landing_page, referrer, notice_version, submission_key, submission_fingerprint,
    consent_confirmed_at, consent_notice_version, consent_withdrawn_at, status, owner_id, revision, replied_at, closed_at,
    close_reason, topic
FROM "contacts";

ALTER SEQUENCE "leads_id_seq" OWNED BY NONE;
ALTER SEQUENCE "contacts_id_seq" OWNED BY NONE;
ALTER SEQUENCE "leads_id_seq" RENAME TO "evaluation_id_seq";
ALTER SEQUENCE "contacts_id_seq" RENAME TO "inquiry_id_seq";

DROP TABLE "leads", "contacts";

ALTER SEQUENCE "evaluation_id_seq" OWNED BY "submissions"."id";
ALTER SEQUENCE "inquiry_id_seq" OWNED BY "submissions"."id";

ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_pkey" PRIMARY KEY ("kind", "id"),
    ADD CONSTRAINT "submissions_owner_id_fkey"
        FOREIGN KEY ("owner_id") REFERENCES "operators"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    -- Each kind has its own columns: all of them, or none.
    ADD CONSTRAINT "submissions_kind_check" CHECK (CASE "kind"
        WHEN 'evaluation' THEN "topic" IS NULL AND num_nulls("role", "company", "discovery_source", "answers",
            "answers_form", "score", "route", "review_min", "qualified_min") = 0
        WHEN 'inquiry' THEN num_nonnulls("role", "company", "phone", "discovery_source", "answers",
            "answers_form", "score", "route", "review_min", "qualified_min") = 0
        ELSE false END),
    ADD CONSTRAINT "submissions_name_check" CHECK (char_length("name") BETWEEN 1 AND 120),
    ADD CONSTRAINT "submissions_email_check" CHECK (char_length("email") BETWEEN 5 AND 254),
    ADD CONSTRAINT "submissions_language_check" CHECK ("language" IN ('en', 'es')),
    ADD CONSTRAINT "submissions_text_check" CHECK (char_length("text") BETWEEN 1 AND 4000),
    ADD CONSTRAINT "submissions_source_page_check" CHECK (char_length("source_page") <= 240),
    ADD CONSTRAINT "submissions_channel_check" CHECK ("channel" IN ('web', 'ai_agent')),
    ADD CONSTRAINT "submissions_agent_name_check" CHECK (char_length("agent_name") BETWEEN 1 AND 120),
    ADD CONSTRAINT "submissions_agent_consent_check"
        CHECK ("channel" = 'web' OR ("agent_name" IS NOT NULL AND "user_consent" IS TRUE)),
    ADD CONSTRAINT "submissions_utm_check" CHECK (jsonb_typeof("utm") = 'object'),
    ADD CONSTRAINT "submissions_landing_page_check" CHECK (char_length("landing_page") <= 2048),
    ADD CONSTRAINT "submissions_referrer_check" CHECK (char_length("referrer") <= 2048),
    ADD CONSTRAINT "submissions_notice_version_check" CHECK ("notice_version" ~ '^\d{4}-\d{2}-\d{2}$'),
    ADD CONSTRAINT "submissions_submission_key_check" CHECK ("submission_key" ~ '^[A-Za-z0-9_-]{16,64}$'),
    ADD CONSTRAINT "submissions_submission_fingerprint_check" CHECK ("submission_fingerprint" IS NULL
        OR ("submission_key" IS NOT NULL AND octet_length("submission_fingerprint") = 32)),
    ADD CONSTRAINT "submissions_consent_check"
        CHECK (("consent_confirmed_at" IS NULL) = ("consent_notice_version" IS NULL)),
    ADD CONSTRAINT "submissions_consent_notice_version_check"
        CHECK (char_length("consent_notice_version") BETWEEN 1 AND 40),
    ADD CONSTRAINT "submissions_status_check"
        CHECK ("status" IN ('new', 'in_review', 'contacted', 'booked', 'won', 'lost', 'spam')),
    ADD CONSTRAINT "submissions_revision_check" CHECK ("revision" >= 0),
    ADD CONSTRAINT "submissions_closed_check"
        CHECK (("status" IN ('won', 'lost', 'spam')) = ("closed_at" IS NOT NULL)),
    ADD CONSTRAINT "submissions_close_reason_check" CHECK ("close_reason" IS NULL
        OR (char_length("close_reason") BETWEEN 1 AND 500 AND "status" IN ('won', 'lost'))),
    ADD CONSTRAINT "submissions_topic_check" CHECK ("topic" ~ '^[a-z0-9-]{1,40}$'),
    ADD CONSTRAINT "submissions_role_check" CHECK (char_length("role") BETWEEN 1 AND 120),
    ADD CONSTRAINT "submissions_company_check" CHECK (char_length("company") BETWEEN 1 AND 180),
    ADD CONSTRAINT "submissions_phone_check" CHECK (char_length("phone") <= 60),
    ADD CONSTRAINT "submissions_discovery_source_check" CHECK (char_length("discovery_source") BETWEEN 1 AND 180),
    ADD CONSTRAINT "submissions_answers_check"
        CHECK (cardinality("answers") = 9 AND array_position("answers", NULL) IS NULL
            AND 0 <= ALL ("answers") AND 2 >= ALL ("answers")),
    ADD CONSTRAINT "submissions_answers_form_check" CHECK ("answers_form" IN ('answers', 'answersByKey')),
    ADD CONSTRAINT "submissions_score_check" CHECK ("score" BETWEEN 0 AND 18),
    ADD CONSTRAINT "submissions_route_check" CHECK ("route" IN ('qualified', 'review', 'redirect')),
    ADD CONSTRAINT "submissions_thresholds_check" CHECK (0 <= "review_min" AND "review_min" <= "qualified_min");

-- Serves: one row per key and kind, and finding it again. Rows without a key are not in it.
CREATE UNIQUE INDEX "submissions_key_key" ON "submissions"("kind", "submission_key") WHERE (submission_key IS NOT NULL);

-- Serves: the inbox by date, from either end; and counting what few rows have, without reading the others.
CREATE INDEX "submissions_created_at_idx" ON "submissions"("created_at", "kind", "id")
    INCLUDE ("route", "language", "channel", "owner_id");

-- Serves: the inbox of one status, however rare.
CREATE INDEX "submissions_status_idx" ON "submissions"("status", "created_at", "kind", "id");

-- Serves: the inbox of one owner, and counting what few of the owner's rows have.
CREATE INDEX "submissions_owner_idx" ON "submissions"("owner_id", "created_at", "kind", "id")
    INCLUDE ("route", "language", "channel", "status") WHERE (owner_id IS NOT NULL);

-- Serves: the search of the inbox, for words that are rare.
CREATE INDEX "submissions_words_idx" ON "submissions" USING GIN ("words");

-- Serves: the inbox of one agent, however rare. The name itself is in it, as an index on an expression alone always reads
-- the row.
CREATE INDEX "submissions_agent_idx" ON "submissions"(lower("agent_name"), "created_at", "kind", "id")
    INCLUDE ("agent_name", "route", "language", "channel", "owner_id", "status") WHERE "agent_name" IS NOT NULL;

-- Serves: who waits for a reply, the longest first.
CREATE INDEX "submissions_waiting_idx" ON "submissions"("created_at", "kind", "id")
    WHERE "replied_at" IS NULL AND "consent_withdrawn_at" IS NULL AND "status" IN ('new', 'in_review')
        AND ("route" = 'review' OR "kind" = 'inquiry');

-- Serves: the inbox of confirmed consent, however rare; no row is in it when it is stored.
CREATE INDEX "submissions_confirmed_idx" ON "submissions"("created_at", "kind", "id")
    WHERE "consent_confirmed_at" IS NOT NULL;

-- Serves: what is to be erased because its person withdrew; next to no row is in it.
CREATE INDEX "submissions_withdrawn_idx" ON "submissions"("consent_withdrawn_at")
    WHERE "consent_withdrawn_at" IS NOT NULL;

-- Serves: what else a person has sent, and finding, exporting and erasing a person.
CREATE INDEX "submissions_email_idx" ON "submissions"(lower("email"));

-- Serves: what else a company has sent.
CREATE INDEX "submissions_company_idx" ON "submissions"(lower("company")) WHERE "company" IS NOT NULL;

-- Timelines and links of erased submissions should not exist; a foreign key would refuse them.
ALTER TABLE "submission_events" RENAME COLUMN "subject_id" TO "submission_id";
ALTER TABLE "submission_events" DROP CONSTRAINT "submission_events_kind_check";
UPDATE "submission_events" SET kind = 'evaluation' WHERE kind = 'lead';
DELETE FROM "submission_events" AS event
    WHERE NOT EXISTS (SELECT FROM "submissions" AS s WHERE s.kind = event.kind AND s.id = event.submission_id);
ALTER TABLE "submission_events" ALTER COLUMN "kind" TYPE TEXT COLLATE "C";
ALTER INDEX "submission_events_subject_idx" RENAME TO "submission_events_submission_idx";
ALTER TABLE "submission_events" ADD CONSTRAINT "submission_events_kind_submission_id_fkey"
    FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "consent_links" RENAME COLUMN "subject_id" TO "submission_id";
ALTER TABLE "consent_links" DROP CONSTRAINT "consent_links_kind_check";
UPDATE "consent_links" SET kind = 'evaluation' WHERE kind = 'lead';
DELETE FROM "consent_links" AS link
    WHERE NOT EXISTS (SELECT FROM "submissions" AS s WHERE s.kind = link.kind AND s.id = link.submission_id);
ALTER TABLE "consent_links" ALTER COLUMN "kind" TYPE TEXT COLLATE "C";
ALTER INDEX "consent_links_subject_idx" RENAME TO "consent_links_submission_idx";
ALTER TABLE "consent_links" ADD CONSTRAINT "consent_links_kind_submission_id_fkey"
    FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

UPDATE "audit_entries" SET details = details - 'leads' || jsonb_build_object('evaluations', details -> 'leads')
    WHERE details ? 'leads';

-- Mail that is still to be sent names its submission by kind. The queue keeps its tables itself: a new database has none yet.
DO $$
BEGIN
    IF to_regclass('pgboss.job') IS NOT NULL THEN
        UPDATE pgboss.job SET data = jsonb_set(data, '{kind}', '"evaluation"') WHERE data ->> 'kind' = 'lead';
    END IF;
END
$$;

-- The copy has no statistics yet, and the inbox is asked for at once.
ANALYZE "submissions";

-- Takes what matches out of every text of a JSON value, keys included: as text, an escape would run into the match.
CREATE FUNCTION erase_in_json(value JSONB, pattern TEXT) RETURNS JSONB
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN CASE jsonb_typeof(value)
        WHEN 'string' THEN to_jsonb(regexp_replace(value #>> '{}', pattern, '[erased]', 'gi'))
        WHEN 'array' THEN (SELECT coalesce(jsonb_agg(erase_in_json(item, pattern) ORDER BY place), '[]')
            FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
        WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(regexp_replace(name, pattern, '[erased]', 'gi'),
            erase_in_json(item, pattern)), '{}') FROM jsonb_each(value) AS pairs (name, item))
        ELSE value END;
END
$$;

-- Refused forms of the catalog's editor were kept here for hours and may quote a person; nothing reads them any more.
DELETE FROM "operator_verifications" WHERE "identifier" LIKE 'catalog-form:%';

-- Why: the first tables. Leads and inquiries are kept apart because their reference numbers are separate sequences.
-- The bounds of the contract are repeated here as CHECKs, so that no later code path can store what the API refuses.
-- Text is stored trimmed, so a lower bound is 1 where the contract's minimum counts what was sent.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "leads" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "project_description" TEXT NOT NULL,
    "discovery_source" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "source_page" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "agent_name" TEXT,
    "user_consent" BOOLEAN,
    "utm" JSONB,
    "landing_page" TEXT,
    "referrer" TEXT,
    "answers" DOUBLE PRECISION[],
    "answers_form" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "route" TEXT NOT NULL,
    "review_min" DOUBLE PRECISION NOT NULL,
    "qualified_min" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "leads_name_check" CHECK (char_length("name") BETWEEN 1 AND 120),
    CONSTRAINT "leads_role_check" CHECK (char_length("role") BETWEEN 1 AND 120),
    CONSTRAINT "leads_company_check" CHECK (char_length("company") BETWEEN 1 AND 180),
    CONSTRAINT "leads_email_check" CHECK (char_length("email") BETWEEN 5 AND 254),
    CONSTRAINT "leads_phone_check" CHECK (char_length("phone") <= 60),
    CONSTRAINT "leads_project_description_check" CHECK (char_length("project_description") BETWEEN 1 AND 4000),
    CONSTRAINT "leads_discovery_source_check" CHECK (char_length("discovery_source") BETWEEN 1 AND 180),
    CONSTRAINT "leads_language_check" CHECK ("language" IN ('en', 'es')),
    CONSTRAINT "leads_source_page_check" CHECK (char_length("source_page") <= 240),
    CONSTRAINT "leads_channel_check" CHECK ("channel" IN ('web', 'ai_agent')),
    CONSTRAINT "leads_agent_name_check" CHECK (char_length("agent_name") BETWEEN 1 AND 120),
    CONSTRAINT "leads_agent_consent_check"
        CHECK ("channel" = 'web' OR ("agent_name" IS NOT NULL AND "user_consent" IS TRUE)),
    CONSTRAINT "leads_utm_check" CHECK (jsonb_typeof("utm") = 'object'),
    CONSTRAINT "leads_landing_page_check" CHECK (char_length("landing_page") <= 2048),
    CONSTRAINT "leads_referrer_check" CHECK (char_length("referrer") <= 2048),
    CONSTRAINT "leads_answers_check"
        CHECK ("answers" IS NOT NULL AND cardinality("answers") = 9 AND array_position("answers", NULL) IS NULL
            AND 0 <= ALL ("answers") AND 2 >= ALL ("answers")),
    CONSTRAINT "leads_answers_form_check" CHECK ("answers_form" IN ('answers', 'answersByKey')),
    CONSTRAINT "leads_score_check" CHECK ("score" BETWEEN 0 AND 18),
    CONSTRAINT "leads_route_check" CHECK ("route" IN ('qualified', 'review', 'redirect')),
    CONSTRAINT "leads_thresholds_check" CHECK (0 <= "review_min" AND "review_min" <= "qualified_min")
);

CREATE TABLE "contacts" (
    "id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "topic" TEXT,
    "language" TEXT NOT NULL,
    "source_page" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "agent_name" TEXT,
    "user_consent" BOOLEAN,
    "utm" JSONB,
    "landing_page" TEXT,
    "referrer" TEXT,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "contacts_name_check" CHECK (char_length("name") BETWEEN 1 AND 120),
    CONSTRAINT "contacts_email_check" CHECK (char_length("email") BETWEEN 5 AND 254),
    CONSTRAINT "contacts_message_check" CHECK (char_length("message") BETWEEN 1 AND 4000),
    CONSTRAINT "contacts_topic_check" CHECK ("topic" ~ '^[a-z0-9-]{1,40}$'),
    CONSTRAINT "contacts_language_check" CHECK ("language" IN ('en', 'es')),
    CONSTRAINT "contacts_source_page_check" CHECK (char_length("source_page") <= 240),
    CONSTRAINT "contacts_channel_check" CHECK ("channel" IN ('web', 'ai_agent')),
    CONSTRAINT "contacts_agent_name_check" CHECK (char_length("agent_name") BETWEEN 1 AND 120),
    CONSTRAINT "contacts_agent_consent_check"
        CHECK ("channel" = 'web' OR ("agent_name" IS NOT NULL AND "user_consent" IS TRUE)),
    CONSTRAINT "contacts_utm_check" CHECK (jsonb_typeof("utm") = 'object'),
    CONSTRAINT "contacts_landing_page_check" CHECK (char_length("landing_page") <= 2048),
    CONSTRAINT "contacts_referrer_check" CHECK (char_length("referrer") <= 2048)
);

-- services and spec are json, not jsonb: jsonb would reorder what the author wrote.
-- sort_title compares by code point, so that the order does not depend on the server's locale.
CREATE TABLE "catalog_entries" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "title_es" TEXT NOT NULL,
    "description_en" TEXT NOT NULL,
    "description_es" TEXT NOT NULL,
    "use_cases_en" TEXT[],
    "use_cases_es" TEXT[],
    "endpoints" TEXT[],
    "services" JSON NOT NULL,
    "docs_url" TEXT,
    "swagger_url" TEXT,
    "spec" JSON NOT NULL,
    "published" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "search_text" TEXT NOT NULL,
    "search_pairs" TEXT[],
    "search_title" TEXT NOT NULL,
    "sort_title" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "catalog_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "catalog_entries_slug_check" CHECK ("slug" <> ''),
    CONSTRAINT "catalog_entries_lists_check"
        CHECK ("use_cases_en" IS NOT NULL AND array_position("use_cases_en", NULL) IS NULL
            AND "use_cases_es" IS NOT NULL AND array_position("use_cases_es", NULL) IS NULL
            AND "endpoints" IS NOT NULL AND array_position("endpoints", NULL) IS NULL
            AND "search_pairs" IS NOT NULL),
    CONSTRAINT "catalog_entries_services_check" CHECK (json_typeof("services") = 'array'),
    CONSTRAINT "catalog_entries_docs_url_check" CHECK ("docs_url" ~ '^https://\S+$' AND char_length("docs_url") <= 2048),
    CONSTRAINT "catalog_entries_swagger_url_check"
        CHECK ("swagger_url" ~ '^https://\S+$' AND char_length("swagger_url") <= 2048),
    CONSTRAINT "catalog_entries_spec_check" CHECK (json_typeof("spec") = 'object')
);

CREATE UNIQUE INDEX "catalog_entries_slug_key" ON "catalog_entries"("slug");

-- Serves: all published entries by English title.
CREATE INDEX "catalog_entries_listing_idx" ON "catalog_entries"("published", "sort_title", "id");

-- Serves: published entries whose text holds every word of a search.
CREATE INDEX "catalog_entries_search_idx" ON "catalog_entries" USING GIN ("search_text" gin_trgm_ops);

-- Serves: the same for words of two characters, which have no trigram.
CREATE INDEX "catalog_entries_pairs_idx" ON "catalog_entries" USING GIN ("search_pairs");

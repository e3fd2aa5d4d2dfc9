-- Why: other systems are told of what happens after a lead arrives. An event is stored with what happened, and names nobody:
-- bodies are composed when they are sent. Deliveries are rows that a worker takes as it takes mails.

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "name" VARCHAR(80) NOT NULL,
    "url" VARCHAR(2000) NOT NULL,
    "events" TEXT[],
    "kind" TEXT,
    "route" TEXT,
    "language" TEXT,
    "channel" TEXT,
    "shape" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_until" TIMESTAMPTZ(3),
    "owner_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_values_check" CHECK ("shape" IN ('ids', 'person')
        AND "format" IN ('standard', 'slack', 'teams', 'google_chat')
        AND "kind" IN ('evaluation', 'inquiry') AND "route" IN ('qualified', 'review', 'redirect')
        AND "language" IN ('en', 'es') AND "channel" IN ('web', 'ai_agent')),
    CONSTRAINT "webhook_endpoints_former_check" CHECK (("former_secret" IS NULL) = ("former_until" IS NULL)),
    CONSTRAINT "webhook_endpoints_pause_check" CHECK (("paused_at" IS NULL) = ("pause_reason" IS NULL)
        AND "pause_reason" IN ('operator', 'gone', 'failing'))
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT,
    "submission_id" INTEGER,
    "route" TEXT,
    "language" TEXT,
    "channel" TEXT,
    "slug" TEXT,
    "change" TEXT,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_events_subject_check" CHECK (("kind" IS NULL) = ("submission_id" IS NULL)
        AND ("kind" IS NULL OR "slug" IS NULL))
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease" UUID,
    "is_doubted" BOOLEAN NOT NULL DEFAULT false,
    "is_replay" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_state_check" CHECK ("state" IN ('waiting', 'sending', 'done', 'dead')),
    CONSTRAINT "webhook_deliveries_lease_check" CHECK (("lease" IS NULL) = ("state" <> 'sending')),
    CONSTRAINT "webhook_deliveries_attempts_check" CHECK ("attempts" >= 0)
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT,
    "fault" VARCHAR(40),
    "milliseconds" INTEGER NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_attempts_outcome_check" CHECK (("status" IS NULL) = ("fault" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "webhook_answers" (
    "id" BIGINT NOT NULL,
    -- In byte order, as the submissions that it refers to.
    "kind" TEXT COLLATE "C",
    "submission_id" INTEGER,
    "text" VARCHAR(2048) NOT NULL,

    CONSTRAINT "webhook_answers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_answers_subject_check" CHECK (("kind" IS NULL) = ("submission_id" IS NULL))
);

-- CreateIndex
CREATE INDEX "webhook_events_at_idx" ON "webhook_events"("at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "next_at", "id") WHERE (state IN ('waiting', 'sending'));

-- CreateIndex
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_key" ON "webhook_deliveries"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_delivery_idx" ON "webhook_attempts"("delivery_id", "id");

-- CreateIndex
CREATE INDEX "webhook_answers_submission_idx" ON "webhook_answers"("kind", "submission_id") WHERE (submission_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "operators"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_answers" ADD CONSTRAINT "webhook_answers_id_fkey" FOREIGN KEY ("id") REFERENCES "webhook_attempts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_answers" ADD CONSTRAINT "webhook_answers_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Statistics would keep values of deleted rows.
ALTER TABLE "webhook_answers" ALTER COLUMN "text" SET STATISTICS 0;

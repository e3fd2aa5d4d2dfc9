-- Why: a qualified person books a time on the result page. The row is committed before the booking service is asked, so
-- that a lost answer can be looked up, and no submission gets a second standing booking.

-- CreateTable
CREATE TABLE "bookings" (
    "id" UUID NOT NULL,
    -- In byte order, as the submissions that it refers to.
    "kind" TEXT COLLATE "C" NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3),
    "time_zone" VARCHAR(60) NOT NULL,
    "uid" VARCHAR(200),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bookings_state_check" CHECK ("state" IN ('pending', 'booked', 'cancelled')),
    CONSTRAINT "bookings_pending_check" CHECK (("state" = 'pending') = ("uid" IS NULL)),
    CONSTRAINT "bookings_end_check" CHECK (CASE WHEN "state" = 'pending' THEN "end_at" IS NULL
        ELSE "end_at" IS NOT NULL AND "end_at" > "start_at" END)
);

-- CreateIndex
CREATE INDEX "bookings_submission_idx" ON "bookings"("kind", "submission_id");

-- CreateIndex
CREATE INDEX "bookings_pending_idx" ON "bookings"("asked_at") WHERE (state = 'pending');

-- CreateIndex
CREATE UNIQUE INDEX "bookings_standing_key" ON "bookings"("kind", "submission_id") WHERE (state <> 'cancelled');

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN (
            'seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated', 'snooze', 'inbound',
            'booking')) NOT VALID;

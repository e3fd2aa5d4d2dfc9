-- Why: the booking service tells of bookings by webhook. The time of each change keeps an older message from undoing a
-- newer one; seen webhooks cannot be repeated; an operator is asked about a booking that may belong to a submission.

-- AlterTable
ALTER TABLE "bookings" ADD COLUMN "changed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "unmatched_bookings" (
    "uid" VARCHAR(200) NOT NULL,
    -- In byte order, as the submissions that it refers to.
    "kind" TEXT COLLATE "C" NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "time_zone" VARCHAR(60) NOT NULL,
    "email" VARCHAR(254),
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "booked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unmatched_bookings_pkey" PRIMARY KEY ("uid"),
    CONSTRAINT "unmatched_bookings_end_check" CHECK ("end_at" > "start_at")
);

-- CreateTable
CREATE TABLE "seen_webhooks" (
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seen_webhooks_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "seen_webhooks_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$')
);

-- CreateIndex
CREATE INDEX "unmatched_bookings_submission_idx" ON "unmatched_bookings"("kind", "submission_id");

-- CreateIndex
CREATE UNIQUE INDEX "bookings_uid_key" ON "bookings"("uid");

-- AddForeignKey
ALTER TABLE "unmatched_bookings" ADD CONSTRAINT "unmatched_bookings_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

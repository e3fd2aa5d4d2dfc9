-- Why: a person may have several bookings at the booking service. All are kept, and the one made last counts, so that a
-- cancellation of one leaves the other. Only we ourselves book no second time.

-- DropIndex
DROP INDEX "bookings_standing_key";

-- CreateIndex
CREATE UNIQUE INDEX "bookings_pending_key" ON "bookings"("kind", "submission_id") WHERE (state = 'pending');

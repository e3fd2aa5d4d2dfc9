-- Why: the worker looks for due reminders every second. Few rows have one, and storing a submission writes nothing here.
-- Serves: due reminders of a booking.
DROP INDEX CONCURRENTLY IF EXISTS "submissions_booking_reminder_idx";
CREATE INDEX CONCURRENTLY "submissions_booking_reminder_idx" ON "submissions"("booking_reminder_at")
    WHERE (booking_reminder_at IS NOT NULL);

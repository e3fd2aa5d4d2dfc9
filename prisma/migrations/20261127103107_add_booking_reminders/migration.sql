-- Why: a qualified person who books no time is reminded once. Only submissions that a worker looks at from now on get a
-- time for it, so that no older one is.
ALTER TABLE "submissions" ADD COLUMN "booking_reminder_at" TIMESTAMPTZ(3);

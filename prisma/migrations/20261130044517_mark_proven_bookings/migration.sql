-- Why: anyone can send a submission with another person's address. If that person then books on the booking service's
-- own page, only the address links the two, so the sender must not see the link that moves or cancels the booking.

-- AlterTable
ALTER TABLE "bookings" ADD COLUMN     "is_proven" BOOLEAN NOT NULL DEFAULT true;

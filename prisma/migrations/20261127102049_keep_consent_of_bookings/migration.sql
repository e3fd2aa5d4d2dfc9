-- Why: the timeline tells how an assistant got the person's agreement to a booking, also when the booking service's
-- answer was lost and the booking is stored later.

-- AlterTable
ALTER TABLE "bookings"
    ADD COLUMN "consent_evidence" TEXT,
    ADD CONSTRAINT "bookings_consent_evidence_check" CHECK ("consent_evidence" IN ('claimed', 'elicited'));

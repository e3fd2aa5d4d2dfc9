-- Why: the desk tells an assistant's claim of consent from a question that its host put to the person. Rows from before
-- have no value and are not read again: the check holds for new ones.

ALTER TABLE "submissions"
    ADD COLUMN "consent_evidence" TEXT,
    ADD CONSTRAINT "submissions_consent_evidence_check"
        CHECK ("consent_evidence" IS NULL OR ("channel" = 'ai_agent' AND "consent_evidence" IN ('claimed', 'elicited'))) NOT VALID;

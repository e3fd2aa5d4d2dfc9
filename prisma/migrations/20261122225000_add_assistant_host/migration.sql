-- Why: the desk tells an assistant's name that was only claimed from a host that was recognised, and by what. Rows from
-- before, and those of an older version of the service beside this one, have null and are not read again: the check
-- holds for new ones.

ALTER TABLE "submissions"
    ADD COLUMN "host_evidence" TEXT,
    ADD COLUMN "assistant_host" VARCHAR(40),
    ADD CONSTRAINT "submissions_host_evidence_check" CHECK (
        CASE WHEN "assistant_host" IS NULL THEN "host_evidence" IS NULL OR "host_evidence" = 'none'
            ELSE "host_evidence" IS NOT NULL AND "host_evidence" IN ('egress', 'signature', 'mtls') END) NOT VALID;

-- Why: machines send too. What a machine fills in, a blocked sender sends or a disposable address asks for is stored and answered
-- as ever, but stands in a folder of its own until an operator says otherwise, and no mail goes out for it. Nullable columns
-- cost a new row next to nothing; an older version beside this one judges nothing and shows spam among the closed.

ALTER TABLE "submissions" ADD COLUMN     "held_mails" JSONB,
ADD COLUMN     "honeypot_filled" BOOLEAN,
ADD COLUMN     "spam_reasons" TEXT[],
  ADD CONSTRAINT "submissions_spam_reasons_check" CHECK (cardinality("spam_reasons") > 0 AND "spam_reasons" <@ ARRAY[
    'blocked_address', 'blocked_domain', 'blocked_agent', 'honeypot', 'disposable_domain', 'many_repeats']) NOT VALID;

ALTER TABLE "operators" ADD COLUMN     "spam_seen_at" TIMESTAMPTZ(3);

CREATE TABLE "blocked_senders" (
    "id" SERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "value" TEXT,
    "hash" TEXT,
    "reason" VARCHAR(200),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,
    "last_hit_at" TIMESTAMPTZ(3),

    CONSTRAINT "blocked_senders_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "blocked_senders_type_check" CHECK ("type" IN ('address', 'domain', 'agent')),
    -- Of an erased person's address only the hash is left, and no word about the person.
    CONSTRAINT "blocked_senders_value_check" CHECK (CASE WHEN "value" IS NULL
        THEN "type" = 'address' AND "hash" IS NOT NULL AND "hash" ~ '^[0-9a-f]{64}$' AND "reason" IS NULL
        ELSE "hash" IS NULL AND "value" <> '' END),
    CONSTRAINT "blocked_senders_hits_check" CHECK ("hits" >= 0)
);

-- Serves: the entry of a sender, and adding it once.
CREATE UNIQUE INDEX "blocked_senders_value_key" ON "blocked_senders"("type", "value");

-- Serves: the entry of an erased address.
CREATE UNIQUE INDEX "blocked_senders_hash_key" ON "blocked_senders"("hash");

-- The overview counted spam until now: its days are counted again.
DELETE FROM "overview_days";

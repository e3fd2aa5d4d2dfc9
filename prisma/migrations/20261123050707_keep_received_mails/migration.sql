-- Why: a mail that was erased or discarded came back when it was delivered again. A keyed hash of each is kept for thirty days. The
-- table is new; an older version beside this one neither reads nor writes it.

-- CreateTable
CREATE TABLE "received_mails" (
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_mails_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "received_mails_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$')
);

-- Why: a backup that is restored brings back who was erased after it, and mails that were sent after it. Erasures are kept as
-- hashes, so that they can be repeated, and a restored database holds its mails until somebody releases them. Both tables
-- are new and stay tiny: an older version beside this one neither reads nor writes them.

-- CreateTable
CREATE TABLE "erasures" (
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT,

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("hash","at"),
    CONSTRAINT "erasures_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "erasures_key_id_check" CHECK ("key_id" ~ '^[0-9a-f]{16}$')
);

-- CreateTable
CREATE TABLE "mail_holds" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "mail_holds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_holds_id_check" CHECK ("id" = 1),
    CONSTRAINT "mail_holds_actor_check" CHECK ("actor" IN ('restore', 'console'))
);

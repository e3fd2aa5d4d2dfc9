-- Why: logos, pictures of cases and photos of people belong to what admins edit, and backups must hold them.

-- CreateTable
CREATE TABLE "site_pictures" (
    "hash" TEXT NOT NULL,
    "side" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_pictures_pkey" PRIMARY KEY ("hash","side"),
    CONSTRAINT "site_pictures_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "site_pictures_side_check" CHECK ("side" BETWEEN 1 AND 1280)
);

-- Why: readers could not tell whether a document is still the one at its address, nor what changed in an entry. Both tables
-- are new. Published entries get their first release here; an older version beside this one records none, so the next
-- change then covers its changes too.

-- CreateTable
CREATE TABLE "catalog_releases" (
    "entry_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "document_hash" BYTEA NOT NULL,
    "comparison" JSONB,

    CONSTRAINT "catalog_releases_pkey" PRIMARY KEY ("entry_id","number"),
    CONSTRAINT "catalog_releases_number_check" CHECK ("number" > 0)
);

-- CreateTable
CREATE TABLE "catalog_watches" (
    "entry_id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "lease" UUID,
    "seen_at" TIMESTAMPTZ(3),
    "url" VARCHAR(2048),
    "etag" VARCHAR(1000),
    "last_modified" VARCHAR(100),
    "checked_at" TIMESTAMPTZ(3),
    "unchanged_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "is_unreachable" BOOLEAN NOT NULL DEFAULT false,
    "draft" JSON,
    "comparison" JSONB,
    "links" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "catalog_watches_pkey" PRIMARY KEY ("entry_id"),
    CONSTRAINT "catalog_watches_failures_check" CHECK ("failures" >= 0 AND ("failures" = 0) = ("failed_at" IS NULL)),
    CONSTRAINT "catalog_watches_draft_check" CHECK (("draft" IS NULL) = ("comparison" IS NULL))
);

-- Serves: the newest releases of the catalog, and those since a date.
CREATE INDEX "catalog_releases_at_idx" ON "catalog_releases"("at");

-- AddForeignKey
ALTER TABLE "catalog_releases" ADD CONSTRAINT "catalog_releases_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_releases" ADD CONSTRAINT "catalog_releases_entry_id_document_hash_fkey" FOREIGN KEY ("entry_id", "document_hash") REFERENCES "catalog_documents"("entry_id", "hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_watches" ADD CONSTRAINT "catalog_watches_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO catalog_documents (entry_id, hash, spec)
  SELECT id, sha256(convert_to(spec::text, 'UTF8')), spec FROM catalog_entries WHERE published ON CONFLICT DO NOTHING;
INSERT INTO catalog_releases (entry_id, number, at, document_hash)
  SELECT id, 1, updated_at, sha256(convert_to(spec::text, 'UTF8')) FROM catalog_entries WHERE published;

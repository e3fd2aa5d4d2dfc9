-- Why: nobody could see who had changed an entry, nor take a change back. Both tables are new and stay small: thirty versions
-- of an entry, each document once. An older version beside this one neither reads nor writes them; what it changes is found
-- by the next change.

-- CreateTable
CREATE TABLE "catalog_documents" (
    "entry_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "spec" JSON NOT NULL,

    CONSTRAINT "catalog_documents_pkey" PRIMARY KEY ("entry_id","hash"),
    CONSTRAINT "catalog_documents_hash_check" CHECK (octet_length("hash") = 32)
);

-- CreateTable
CREATE TABLE "catalog_versions" (
    "id" BIGSERIAL NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT,
    "action" TEXT NOT NULL,
    "content" JSON NOT NULL,
    "document_hash" BYTEA NOT NULL,

    CONSTRAINT "catalog_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "catalog_versions_action_check"
      CHECK ("action" IN ('found', 'created', 'changed', 'imported', 'restored', 'published', 'unpublished')),
    CONSTRAINT "catalog_versions_actor_check" CHECK (("actor" IS NULL) = ("action" = 'found'))
);

-- Serves: the versions of an entry, newest first.
CREATE INDEX "catalog_versions_entry_idx" ON "catalog_versions"("entry_id", "id");

-- AddForeignKey
ALTER TABLE "catalog_documents" ADD CONSTRAINT "catalog_documents_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_versions" ADD CONSTRAINT "catalog_versions_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "catalog_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalog_versions" ADD CONSTRAINT "catalog_versions_entry_id_document_hash_fkey" FOREIGN KEY ("entry_id", "document_hash") REFERENCES "catalog_documents"("entry_id", "hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- Why: operators choose which mails they get: of each submission, of some or of none, at once or in a digest at hours of their
-- own. An older version beside this one mails everybody at once, and neither reads nor writes what is new.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "digest_at" TIMESTAMPTZ(3),
ADD COLUMN     "digest_hours" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
ADD COLUMN     "is_warned" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "notices" TEXT NOT NULL DEFAULT 'every',
  ADD CONSTRAINT "operators_notices_check" CHECK ("notices" IN ('every', 'unassigned', 'mine', 'none')),
  ADD CONSTRAINT "operators_digest_hours_check" CHECK (cardinality("digest_hours") <= 24 AND 0 <= ALL ("digest_hours")
    AND 23 >= ALL ("digest_hours"));

-- CreateTable
CREATE TABLE "digest_items" (
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "job_id" UUID,

    CONSTRAINT "digest_items_pkey" PRIMARY KEY ("operator_id","kind","submission_id")
);

-- CreateIndex
-- What an erasure deletes.
CREATE INDEX "digest_items_submission_idx" ON "digest_items"("kind", "submission_id");

-- AddForeignKey
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

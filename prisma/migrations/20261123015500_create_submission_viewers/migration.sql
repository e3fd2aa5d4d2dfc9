-- Why: operators answer one submission twice when they do not see each other. Who has one open is told to all tabs of the
-- desk, by whichever process holds their connections, so the processes share it here. The table is new and has a row or two
-- for each operator; an older version beside this one neither reads nor writes it.

-- CreateTable
CREATE TABLE "submission_viewers" (
    "operator_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "submission_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "submission_viewers_pkey" PRIMARY KEY ("operator_id","kind","submission_id")
);

-- Serves: deleting a submission.
CREATE INDEX "submission_viewers_submission_idx" ON "submission_viewers"("kind", "submission_id");

-- AddForeignKey
ALTER TABLE "submission_viewers" ADD CONSTRAINT "submission_viewers_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_viewers" ADD CONSTRAINT "submission_viewers_kind_submission_id_fkey" FOREIGN KEY ("kind", "submission_id") REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE;

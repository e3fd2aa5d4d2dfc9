-- Why: operators look at the same few lists all day and typed their filters anew. A view keeps a list's address under a name,
-- for one operator or for all. The table is new and small; an older version beside this one neither reads nor writes it.

-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "operator_id" TEXT NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "is_shared" BOOLEAN NOT NULL,
    "query" VARCHAR(2000) NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_views_texts_check" CHECK ("name" <> '')
);

-- Serves: the views of an operator, in order.
CREATE INDEX "saved_views_operator_idx" ON "saved_views"("operator_id", "position");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

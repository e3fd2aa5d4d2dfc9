-- Why: whoever wants it gets the overview of the week that ended by mail. An older version beside this one neither reads nor
-- writes the column.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "overview_at" TIMESTAMPTZ(3);

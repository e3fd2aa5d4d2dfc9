-- Why: code of a release before the table submissions called itself ready on these tables and answered every submission
-- with 500. A migration that older code cannot live with raises the level; code below it then says so. This one is
-- additive: code that does not know the table goes on as before.

-- CreateTable
CREATE TABLE "code_floor" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "level" INTEGER NOT NULL,

    CONSTRAINT "code_floor_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "code_floor_id_check" CHECK ("id" = 1)
);

INSERT INTO "code_floor" ("level") VALUES (1);

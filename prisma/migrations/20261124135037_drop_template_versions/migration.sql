-- Why: a template is one row. Nobody asked for its earlier versions. The release is one-way already (code_floor 2).
DELETE FROM "reply_templates" AS "earlier" USING "reply_templates" AS "newest"
  WHERE "newest"."id" = "earlier"."id" AND "newest"."version" > "earlier"."version";

-- AlterTable
ALTER TABLE "reply_templates" DROP CONSTRAINT "reply_templates_pkey",
ADD CONSTRAINT "reply_templates_pkey" PRIMARY KEY ("id");

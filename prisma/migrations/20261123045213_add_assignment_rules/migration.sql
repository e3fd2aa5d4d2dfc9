-- Why: new submissions waited until somebody took them. Rules assign them as they are processed, in turn among the operators who
-- are on duty. All tables are small; an older version beside this one assigns nothing, and everybody is on duty.

-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "is_on_duty" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "off_duty_until" TIMESTAMPTZ(3),
  ADD CONSTRAINT "operators_duty_check" CHECK ("off_duty_until" IS NULL OR NOT "is_on_duty");

-- CreateTable
CREATE TABLE "assignment_rules" (
    "id" SERIAL NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "position" INTEGER NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT true,
    "kind" TEXT,
    "route" TEXT,
    "language" TEXT,
    "channel" TEXT,
    "company" VARCHAR(180),
    "topic" TEXT,
    "turn" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assignment_rules_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "assignment_rules_texts_check" CHECK ("name" <> '' AND "company" <> ''),
    CONSTRAINT "assignment_rules_conditions_check" CHECK (
      "kind" IN ('evaluation', 'inquiry') AND "route" IN ('qualified', 'review', 'redirect') AND "language" IN ('en', 'es')
      AND "channel" IN ('web', 'ai_agent') AND "topic" ~ '^[a-z0-9-]{1,40}$'
    ),
    -- Inquiries have no route and no company, evaluations no topic: such a rule would match nothing.
    CONSTRAINT "assignment_rules_match_check" CHECK (
      CASE WHEN "topic" IS NOT NULL OR "kind" = 'inquiry' THEN "route" IS NULL AND "company" IS NULL ELSE true END
      AND ("topic" IS NULL OR "kind" IS DISTINCT FROM 'evaluation')
    ),
    CONSTRAINT "assignment_rules_turn_check" CHECK ("turn" >= 0)
);

-- CreateTable
CREATE TABLE "assignment_rule_operators" (
    "rule_id" INTEGER NOT NULL,
    "operator_id" TEXT NOT NULL,
    "last_turn" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assignment_rule_operators_pkey" PRIMARY KEY ("rule_id","operator_id"),
    CONSTRAINT "assignment_rule_operators_last_turn_check" CHECK ("last_turn" >= 0)
);

-- AddForeignKey
ALTER TABLE "assignment_rule_operators" ADD CONSTRAINT "assignment_rule_operators_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "assignment_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_rule_operators" ADD CONSTRAINT "assignment_rule_operators_operator_id_fkey" FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

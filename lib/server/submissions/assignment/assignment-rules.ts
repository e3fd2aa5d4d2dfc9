import "server-only";
import type { Admin, AdminContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  type Assignable,
  type AssignmentRule,
  Conditions,
  type NewRule,
  type RuleOrder,
  type RuleSwitch,
  type RuleVersion,
  rulesMax,
} from "../../../domain/submissions/assignment/assignment.ts";
import { type Duty, getCurrentDuty } from "../../../domain/submissions/core/duty.ts";
import { recordAdminAudit } from "../../audit.ts";
import { database, inDeskTransaction, type RawTransaction, rawDatabase } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

type StoredRule = AssignmentRule & { turn: number };

export function listAssignmentRules({ now }: AdminContext): Promise<AssignmentRule[]> {
  return database((db) => readRules(db, now), "desk");
}

/** Locks the rules, so that parallel workers do not use the same operator's turn twice. */
export function lockRules(tx: RawTransaction, now: Date): Promise<StoredRule[]> {
  return readRules(tx, now, Prisma.sql`WHERE is_on ORDER BY id FOR NO KEY UPDATE`);
}

async function readRules(
  db: Pick<RawTransaction, "$queryRaw">,
  now: Date,
  part = Prisma.sql`ORDER BY id`,
): Promise<StoredRule[]> {
  const rules = await db.$queryRaw<(StoredRule & { position: number })[]>`
    SELECT id, version, position, name, is_on AS "isOn", turn, kind, route, language, channel, company, topic
    FROM assignment_rules ${part}`;
  if (!rules.length) return [];
  // Read after locking the rules, because another worker may change the turns until then.
  const operators = await db.$queryRaw<OperatorRow[]>`
    SELECT rule_id AS "ruleId", last_turn AS "lastTurn", operators.id, name, disabled_at AS "disabledAt",
      is_on_duty AS "isOnDuty", off_duty_until AS "offDutyUntil"
    FROM assignment_rule_operators JOIN operators ON operators.id = operator_id
    ORDER BY lower(name), operators.id`;
  return rules
    .toSorted((one, other) => one.position - other.position)
    .map(({ position: _, ...rule }) => ({
      ...rule,
      ...Conditions.parse(rule),
      operators: operators
        .filter(({ ruleId }) => ruleId === rule.id)
        .map(({ ruleId: _, disabledAt, ...operator }) => {
          const duty = getCurrentDuty(operator, now);
          const isDisabled = disabledAt !== null;
          return { ...operator, ...duty, isDisabled, isOnDuty: duty.isOnDuty && !isDisabled };
        }),
    }));
}

type OperatorRow = Duty & { ruleId: number; id: string; name: string; lastTurn: number; disabledAt: Date | null };

const latestMax = 20;

/** Leaves out repeats, spam and withdrawn submissions. */
export function listLatestAssignable(_context: { admin: Admin }): Promise<(Assignable & { name: string })[]> {
  return rawDatabase("desk").$queryRaw`
    SELECT kind, id, name, route, language, channel, company, topic FROM submissions
    WHERE repeat_of IS NULL AND consent_withdrawn_at IS NULL AND status <> 'spam' ORDER BY created_at DESC, kind, id LIMIT ${latestMax}`;
}

/** Keeps operators' turns. @throws AppError `conflict` if changed or too many; `invalid_input` for unknown operators */
export function saveAssignmentRule(input: NewRule, context: AdminContext): Promise<{ rule: number; version: number }> {
  const { rule: id, version = 0, operators, ...data } = input;
  return changeRules(async (tx, rules) => {
    const chosen = await tx.operator.findMany({ select: { id: true }, where: { id: { in: operators } } });
    if (chosen.length < new Set(operators).size) throw new AppError("invalid_input", "There is no such operator.");
    if (id === undefined && rules.length >= rulesMax)
      throw new AppError("conflict", `There are ${rulesMax} rules: remove one first.`);
    if (id !== undefined) requireVersion(rules, { rule: id, version });
    const position = Math.max(0, ...rules.map((rule) => rule.position)) + 1;
    const select = { id: true, version: true } as const;
    const saved =
      id === undefined
        ? await tx.assignmentRule.create({ data: { ...data, position }, select })
        : await tx.assignmentRule.update({ where: { id }, data: { ...data, version: { increment: 1 } }, select });
    const ids = chosen.map((operator) => operator.id);
    await tx.assignmentRuleOperator.deleteMany({ where: { ruleId: saved.id, operatorId: { notIn: ids } } });
    const members = ids.map((operatorId) => ({ ruleId: saved.id, operatorId }));
    await tx.assignmentRuleOperator.createMany({ data: members, skipDuplicates: true });
    const result = { rule: saved.id, version: saved.version };
    await recordAdminAudit(tx, "assignment_rule_saved", { ...result, operators: ids.length }, context);
    return result;
  });
}

/** @throws AppError `conflict` when somebody has changed the rule since */
export function setAssignmentRuleEnabled({ isOn, ...seen }: RuleSwitch, context: AdminContext): Promise<void> {
  return changeRules(async (tx, rules) => {
    requireVersion(rules, seen);
    await tx.assignmentRule.update({ where: { id: seen.rule }, data: { isOn }, select: { id: true } });
    await recordAdminAudit(tx, "assignment_rule_switched", { rule: seen.rule, isOn }, context);
  });
}

/** @throws AppError `conflict` when somebody has changed the rule since */
export function removeAssignmentRule(seen: RuleVersion, context: AdminContext): Promise<void> {
  return changeRules(async (tx, rules) => {
    requireVersion(rules, seen);
    await tx.assignmentRule.delete({ where: { id: seen.rule }, select: { id: true } });
    await recordAdminAudit(tx, "assignment_rule_removed", { rule: seen.rule }, context);
  });
}

/** Rules that are not listed follow in their previous order. */
export function orderAssignmentRules({ rules: wanted }: RuleOrder, context: AdminContext): Promise<void> {
  return changeRules(async (tx, rules) => {
    const left = rules.map(({ id }) => id).filter((id) => !wanted.includes(id));
    await tx.$executeRaw`
      UPDATE assignment_rules SET position = wanted.position
      FROM unnest(${[...wanted, ...left]}::int[]) WITH ORDINALITY AS wanted (id, position)
      WHERE assignment_rules.id = wanted.id`;
    await recordAdminAudit(tx, "assignment_rules_ordered", { rules: wanted }, context);
  });
}

type LockedRule = { id: number; version: number; position: number };

/** Makes changes of the rules run one after another, and never while a worker assigns submissions. */
function changeRules<Result>(
  work: (tx: Prisma.TransactionClient, rules: LockedRule[]) => Promise<Result>,
): Promise<Result> {
  return inDeskTransaction(async (tx) => {
    const rules = await tx.$queryRaw<LockedRule[]>`
          SELECT id, version, position FROM assignment_rules ORDER BY id FOR UPDATE`;
    return work(
      tx,
      rules.toSorted((one, other) => one.position - other.position),
    );
  });
}

function requireVersion(rules: LockedRule[], { rule, version }: RuleVersion): void {
  if (rules.some((each) => each.id === rule && each.version === version)) return;
  throw new AppError("conflict", "This rule has changed since you opened it: look again.");
}

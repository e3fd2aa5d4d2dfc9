import "server-only";
import { type Assignable, findNextOperator, findRule } from "../../../domain/submissions/assignment/assignment.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { type RawTransaction, unnestRefs } from "../../db.ts";
import { insertEvents, service } from "../core/events.ts";
import { lockRules } from "./assignment-rules.ts";

/** `event` is the ID of the timeline event. */
export type AssignedSubmission = SubmissionRef & { operator: string; event: string };

/** Skips withdrawn submissions, and those that an operator has assigned or closed. */
export async function assignByRules(
  tx: RawTransaction,
  refs: SubmissionRef[],
  now: Date,
): Promise<AssignedSubmission[]> {
  const rules = refs.length ? await lockRules(tx, now) : [];
  if (!rules.length) return [];
  const planned = (await listUnassigned(tx, refs)).flatMap((submission) => {
    const rule = findRule(rules, submission);
    const next = rule && findNextOperator(rule.operators);
    if (!rule || !next) return [];
    rule.turn++;
    next.lastTurn = rule.turn;
    return [{ kind: submission.kind, id: submission.id, rule, owner: { id: next.id, name: next.name } }];
  });
  if (!planned.length) return [];
  await storeTurns(tx, rules);
  await storeOwners(tx, planned);
  const events = planned.map(({ kind, id, rule, owner }) => {
    const details = { from: null, to: owner, rule: { name: rule.name, isInTurn: rule.operators.length > 1 } };
    return { kind, id, event: { type: "owner", details } as const };
  });
  const stored = await insertEvents(tx, service, events, now);
  return stored.flatMap(({ kind, id, event }) => {
    const plan = planned.find((each) => each.kind === kind && each.id === id);
    return plan ? [{ kind, id, event, operator: plan.owner.id }] : [];
  });
}

function listUnassigned(tx: RawTransaction, refs: SubmissionRef[]): Promise<Assignable[]> {
  return tx.$queryRaw`
    SELECT kind, id, route, language, channel, company, topic
    FROM submissions JOIN ${unnestRefs(refs)} AS given (kind, id) USING (kind, id)
    WHERE owner_id IS NULL AND closed_at IS NULL AND consent_withdrawn_at IS NULL AND NOT EXISTS (
      SELECT FROM submission_events AS events
      WHERE events.kind = submissions.kind AND submission_id = submissions.id AND type = 'owner'
    )
    ORDER BY created_at, kind, id`;
}

type Rules = Awaited<ReturnType<typeof lockRules>>;

async function storeTurns(tx: RawTransaction, rules: Rules): Promise<void> {
  const turns = rules.flatMap(({ id, turn, operators }) =>
    operators.map((operator) => ({ rule: id, turn, operator: operator.id, last: operator.lastTurn })),
  );
  await tx.$executeRaw`
    WITH turns AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) AS rows (rule int, turn int, operator text, last int)
    ), counted AS (
      UPDATE assignment_rules SET turn = turns.turn FROM turns WHERE id = turns.rule AND assignment_rules.turn <> turns.turn
    )
    UPDATE assignment_rule_operators SET last_turn = last FROM turns
    WHERE rule_id = turns.rule AND operator_id = operator AND last_turn <> last`;
}

async function storeOwners(tx: RawTransaction, owned: (SubmissionRef & { owner: { id: string } })[]): Promise<void> {
  const rows = owned.map(({ kind, id, owner }) => ({ kind, id, owner: owner.id }));
  await tx.$executeRaw`
    UPDATE submissions SET revision = revision + 1, owner_id = owner
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS owned (kind text, id int, owner text)
    WHERE submissions.kind = owned.kind AND submissions.id = owned.id`;
}

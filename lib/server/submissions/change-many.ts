import "server-only";
import type { BulkItem, BulkRefusal, ManyChange, ManyResult, ManyUndo } from "../../domain/desk/bulk.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { isClosed, type Progress, Status, toProgress } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { requireOwner, toOwner } from "./change-owner.ts";
import { toStatusDetails } from "./change-status.ts";
import type { LockedRow } from "./change-submission.ts";
import { type EventRow, insertEvents, type NewEvent, toEvent, toStatusBefore } from "./events.ts";
import { restartClocks } from "./restart-clock.ts";
import { requireFuture, toSnooze } from "./snooze.ts";
import { tellNewOwnerOfMany } from "./tell-new-owner.ts";
import { removeAddedBlock, toProgressBefore } from "./undo-status.ts";

type Row = SubmissionRef & LockedRow & { ownerName: string | null };
type LastEvent = SubmissionRef & EventRow & { operatorId: string | null };
/** Columns that change, and the event that tells it. */
type Planned = { progress?: Progress; ownerId?: string | null; snoozedUntil?: Date | null; event: NewEvent };
type Plan = (row: Row, last: LastEvent | undefined) => Planned | undefined | Promise<Planned | undefined>;
type Context = { operator: Operator; now: Date };

/**
 * Changes up to 200 submissions, each as the single change would: one that somebody else changed first is refused by
 * itself.
 * @throws AppError `invalid_input` unless a new owner is an active operator and a time is to come; `unavailable`, and then none has changed
 */
export function changeMany({ items, change }: ManyChange, context: Context): Promise<ManyResult> {
  const { operator, now } = context;
  return changeAll(items, context, async (tx) => {
    if (change.type === "status") return { plan: (row) => planStatus(tx, row, change, context) };
    if (change.type === "snooze") {
      requireFuture(change.until, now);
      return { plan: (row) => planSnooze(row, change.until) };
    }
    const owner = await requireOwner(tx, change.owner, operator);
    return {
      plan: (row) => planOwner(row, owner && toOwner(owner)),
      follow: (refs) => tellNewOwnerOfMany(tx, refs, { owner, operator }),
    };
  });
}

/**
 * Takes back the last change of each, of status, owner or snooze, unless it has changed since.
 * @throws AppError `unavailable`, and then none has changed
 */
export function undoMany({ items }: ManyUndo, context: Context): Promise<ManyResult> {
  return changeAll(items, context, async (tx) => {
    const active = await tx.operator.findMany({ select: { id: true, name: true }, where: { disabledAt: null } });
    return {
      plan: async (row, last) => {
        const planned = planUndo(row, last, active);
        const event = last && planned && toEvent(last);
        if (event?.type === "status") await removeAddedBlock(tx, event.details, context);
        return planned;
      },
    };
  });
}

async function planStatus(
  tx: Prisma.TransactionClient,
  row: Row,
  change: ManyChange["change"] & { type: "status" },
  context: Context,
): Promise<Planned | undefined> {
  if (row.status === change.status) return undefined;
  const progress = toProgress(row, change.status, change.reason, context.now);
  const details = await toStatusDetails(tx, row, change, progress, context);
  return { progress, event: { type: "status", details } };
}

function planOwner(row: Row, to: { id: string; name: string } | null) {
  if ((to?.id ?? null) === row.ownerId) return undefined;
  const from = row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? "" };
  return { ownerId: to?.id ?? null, event: { type: "owner", details: { from, to } } } as const;
}

function planSnooze(row: Row, until: Date | null): Planned | undefined {
  if (row.snoozedUntil?.getTime() === until?.getTime() || (until && isClosed(row.status))) return undefined;
  return { snoozedUntil: until, event: { type: "snooze", details: toSnooze(row.snoozedUntil, until) } };
}

function planUndo(row: Row, last: LastEvent | undefined, active: { id: string; name: string }[]): Planned | undefined {
  const event = last && toEvent(last);
  if (event?.type === "owner") {
    const { from } = event.details;
    const to = active.find(({ id }) => id === from?.id);
    return from && !to ? undefined : planOwner(row, to ?? null);
  }
  if (event?.type === "snooze")
    return planSnooze(row, event.details.from === null ? null : new Date(event.details.from));
  if (event?.type !== "status" || event.details.isUndo) return undefined;
  const details = { from: row.status, to: event.details.from, isUndo: true, before: toStatusBefore(row) };
  return { progress: toProgressBefore(event.details), event: { type: "status", details } };
}

function changeAll(
  items: BulkItem[],
  { operator, now }: Context,
  prepare: (tx: Prisma.TransactionClient) => Promise<{ plan: Plan; follow?: (refs: BulkItem[]) => Promise<void> }>,
): Promise<ManyResult> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const { plan, follow } = await prepare(tx);
        const rows = new Map((await lockRows(tx, items)).map((row) => [toKey(row), row]));
        const last = new Map((await listLastEvents(tx, items)).map((event) => [toKey(event), event]));
        const refused: ManyResult["refused"] = [];
        const planned: { row: Row; planned: Planned }[] = [];
        for (const [key, item] of new Map(items.map((each) => [toKey(each), each]))) {
          const row = rows.get(key);
          const reason = findRefusal(row, item);
          const found = row && !reason ? await plan(row, last.get(key)) : undefined;
          if (row && found) planned.push({ row, planned: found });
          else refused.push(toRefused(item, reason ?? "unchanged", last.get(key)?.actor));
        }
        await store(tx, operator, planned, now);
        const done = planned.map(({ row: { kind, id, revision } }) => ({ kind, id, revision: revision + 1 }));
        await follow?.(done);
        return { done, refused };
      }),
    "desk",
  );
}

const toKey = ({ kind, id }: SubmissionRef) => `${kind}-${id}`;

function findRefusal(row: Row | undefined, { revision }: BulkItem): BulkRefusal | undefined {
  if (!row) return "not_found";
  if (row.repeatOf !== null) return "repeat";
  return row.revision === revision ? undefined : "conflict";
}

function toRefused({ kind, id }: BulkItem, reason: BulkRefusal, actor?: string): ManyResult["refused"][number] {
  return { kind, id, reason, by: reason === "conflict" ? (actor ?? null) : null };
}

const toPairs = (refs: SubmissionRef[]) => Prisma.join(refs.map(({ kind, id }) => Prisma.sql`(${kind}, ${id}::int)`));

/** In one order, as two operators could otherwise wait for each other. */
async function lockRows(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<Row[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT s.kind, s.id, s.email, s.status, s.owner_id AS "ownerId", operators.name AS "ownerName", s.revision,
      s.replied_at AS "repliedAt", s.closed_at AS "closedAt", s.close_reason AS "closeReason",
      s.consent_withdrawn_at AS "consentWithdrawnAt", s.repeat_of AS "repeatOf",
      s.snoozed_until AS "snoozedUntil"
    FROM submissions AS s LEFT JOIN operators ON operators.id = s.owner_id
    WHERE (s.kind, s.id) IN (${toPairs(refs)}) ORDER BY s.kind, s.id FOR UPDATE OF s`;
  return rows.map((row) => ({ ...row, status: Status.parse(row.status) }));
}

/** Views and sent mails are no changes. */
function listLastEvents(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<LastEvent[]> {
  return tx.$queryRaw<LastEvent[]>`
    SELECT wanted.kind, wanted.id, event.* FROM (VALUES ${toPairs(refs)}) AS wanted (kind, id)
    CROSS JOIN LATERAL (
      SELECT type, at, actor, details, operator_id AS "operatorId" FROM submission_events
      WHERE kind = wanted.kind AND submission_id = wanted.id AND type NOT IN ('seen', 'mail')
      ORDER BY submission_events.id DESC LIMIT 1
    ) AS event`;
}

async function store(
  tx: Prisma.TransactionClient,
  operator: Operator,
  all: { row: Row; planned: Planned }[],
  now: Date,
): Promise<void> {
  if (!all.length) return;
  const rows = all.map(({ row, planned: { progress, ownerId, snoozedUntil } }) => {
    const { status, repliedAt, closedAt, closeReason } = progress ?? row;
    const isOver = row.snoozedUntil !== null && (row.snoozedUntil <= now || closedAt !== null);
    return {
      ...{ kind: row.kind, id: row.id, status, repliedAt, closedAt, closeReason },
      ownerId: ownerId === undefined ? row.ownerId : ownerId,
      snoozedUntil: snoozedUntil === undefined ? (isOver ? null : row.snoozedUntil) : snoozedUntil,
    };
  });
  await tx.$executeRaw`
    UPDATE submissions AS s SET revision = s.revision + 1, status = rows.status, replied_at = rows."repliedAt",
      closed_at = rows."closedAt", close_reason = rows."closeReason", owner_id = rows."ownerId",
      snoozed_until = rows."snoozedUntil"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows (kind text, id int, status text,
      "repliedAt" timestamptz, "closedAt" timestamptz, "closeReason" text, "ownerId" text, "snoozedUntil" timestamptz)
    WHERE s.kind = rows.kind AND s.id = rows.id`;
  const events = all.map(({ row: { kind, id }, planned: { event } }) => ({ kind, id, event }));
  await insertEvents(tx, operator, events, now);
  const clocks = all.flatMap(({ row, planned: { progress } }) => {
    return progress ? [{ kind: row.kind, id: row.id, before: row, after: progress }] : [];
  });
  await restartClocks(tx, clocks, now);
}

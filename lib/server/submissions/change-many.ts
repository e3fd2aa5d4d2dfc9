import "server-only";
import type { BulkItem, BulkRefusal, ManyChange, ManyResult } from "../../domain/desk/bulk.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { isClosed, type Progress, Status, toProgress } from "../../domain/submissions/status.ts";
import { type SubmissionRef, toSubmissionKey } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { requireOwner, toOwner } from "./change-owner.ts";
import { toStatusDetails } from "./change-status.ts";
import { findLastEvent, type LockedRow } from "./change-submission.ts";
import { insertEvents, type NewEvent } from "./events.ts";
import { releaseMails } from "./held-mails.ts";
import { requireFuture, toSnooze } from "./snooze.ts";
import { tellNewOwnerOfMany } from "./tell-new-owner.ts";

export type Row = SubmissionRef & LockedRow & { ownerName: string | null };
/** Columns that change, and the event that records it. */
type Planned = { progress?: Progress; ownerId?: string | null; snoozedUntil?: Date | null; event: NewEvent };
type Refused = { reason: BulkRefusal; by: string | null };
export type Plan<Item> = (row: Row, item: Item) => Planned | Refused | Promise<Planned | Refused>;
type Follow = (changed: (SubmissionRef & Pick<Planned, "ownerId">)[]) => Promise<void>;
type IsUndo = { isUndo?: true };
type Context = { operator: Operator; now: Date };

/**
 * Changes up to 200 submissions, each as the single change would: one that somebody else changed first is refused by
 * itself.
 * @throws AppError `invalid_input` unless a new owner is an active operator and a time is to come; `unavailable`, and
 *   then none has changed
 */
export function changeMany({ items, change }: ManyChange, context: Context): Promise<ManyResult> {
  const { operator, now } = context;
  return changeAll(items, context, async (tx) => {
    if (change.type === "status") return { plan: ifSeen(tx, (row) => planStatus(tx, row, change, context)) };
    if (change.type === "snooze") {
      requireFuture(change.until, now);
      return { plan: ifSeen(tx, (row) => planSnooze(row, change.until)) };
    }
    const owner = await requireOwner(tx, change.owner, operator);
    return {
      plan: ifSeen(tx, (row) => planOwner(row, owner && toOwner(owner))),
      follow: (refs) => tellNewOwnerOfMany(tx, refs, { owner, operator }),
    };
  });
}

/** Refuses what has changed since the operator saw it. */
function ifSeen(tx: Prisma.TransactionClient, plan: (row: Row) => ReturnType<Plan<BulkItem>>): Plan<BulkItem> {
  return async (row, item) => {
    if (row.revision === item.revision) return plan(row);
    return refuse("conflict", (await findLastEvent(tx, item))?.actor);
  };
}

async function planStatus(
  tx: Prisma.TransactionClient,
  row: Row,
  change: ManyChange["change"] & { type: "status" },
  context: Context,
): Promise<Planned | Refused> {
  if (row.status === change.status) return refuse("unchanged");
  const progress = toProgress(row, change.status, change.reason, context.now);
  const details = await toStatusDetails(tx, row, change, progress, context);
  return { progress, event: { type: "status", details } };
}

export function planOwner(row: Row, to: { id: string; name: string } | null, undo: IsUndo = {}): Planned | Refused {
  if ((to?.id ?? null) === row.ownerId) return refuse("unchanged");
  const from = row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? "" };
  return { ownerId: to?.id ?? null, event: { type: "owner", details: { from, to, ...undo } } };
}

export function planSnooze(row: Row, until: Date | null, undo: IsUndo = {}): Planned | Refused {
  const isSame = row.snoozedUntil?.getTime() === until?.getTime();
  if (isSame || (until && isClosed(row.status))) return refuse("unchanged");
  const details = { ...toSnooze(row.snoozedUntil, until), ...undo };
  return { snoozedUntil: until, event: { type: "snooze", details } };
}

/**
 * Changes each of the submissions as `plan` says, all in one transaction, and says why others were not.
 * @param follow is called with those that were changed
 * @throws AppError `unavailable`, and then none has changed
 */
export function changeAll<Item extends SubmissionRef>(
  items: Item[],
  { operator, now }: Context,
  prepare: (tx: Prisma.TransactionClient) => Promise<{ plan: Plan<Item>; follow?: Follow }>,
): Promise<ManyResult> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const { plan, follow } = await prepare(tx);
        const rows = new Map((await lockRows(tx, items)).map((row) => [toSubmissionKey(row), row]));
        const refused: ManyResult["refused"] = [];
        const planned: { row: Row; planned: Planned }[] = [];
        for (const [key, item] of new Map(items.map((each) => [toSubmissionKey(each), each]))) {
          const row = rows.get(key);
          const found = !row ? refuse("not_found") : row.repeatOf !== null ? refuse("repeat") : await plan(row, item);
          if (row && "event" in found) planned.push({ row, planned: found });
          else if ("reason" in found) refused.push({ kind: item.kind, id: item.id, ...found });
        }
        const done = await store(tx, operator, planned, now);
        await follow?.(planned.map(({ row: { kind, id }, planned: { ownerId } }) => ({ kind, id, ownerId })));
        return { done, refused };
      }),
    "desk",
  );
}

export function refuse(reason: BulkRefusal, by: string | null = null): Refused {
  return { reason, by };
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

async function store(
  tx: Prisma.TransactionClient,
  operator: Operator,
  all: { row: Row; planned: Planned }[],
  now: Date,
): Promise<ManyResult["done"]> {
  if (!all.length) return [];
  const rows = all.map(({ row, planned: { progress, ownerId, snoozedUntil } }) => {
    const { status, repliedAt, closedAt, closeReason } = progress ?? row;
    const isOver = row.snoozedUntil !== null && (row.snoozedUntil <= now || closedAt !== null);
    return {
      kind: row.kind,
      id: row.id,
      status,
      repliedAt,
      closedAt,
      closeReason,
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
  const inserted = new Map(
    (await insertEvents(tx, operator, events, now)).map((each) => [toSubmissionKey(each), each.event]),
  );
  const released = all.filter(({ row, planned: { progress } }) => row.status === "spam" && progress);
  await releaseMails(
    tx,
    released.map(({ row }) => row),
  );
  return all.map(({ row: { kind, id, revision } }) => {
    return { kind, id, revision: revision + 1, event: inserted.get(toSubmissionKey({ kind, id })) ?? "" };
  });
}

import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  type Change,
  type ChangeOf,
  type ChangeRefusal,
  type ChangeResult,
  type StoredChange,
  snoozeDaysMax,
} from "../../../domain/submissions/changes/changes.ts";
import type { NewEvent } from "../../../domain/submissions/core/events.ts";
import {
  applyStatus,
  isClosed,
  type Progress,
  type Status,
  takesReason,
} from "../../../domain/submissions/core/status.ts";
import { type SubmissionRef, toSubmissionKey } from "../../../domain/submissions/core/submission-ref.ts";
import { inDeskTransaction, unnestRefs } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails, releaseWithheldMails } from "../../queue/mails.ts";
import { insertEvents, toPreviousStatus, toSnooze } from "../core/events.ts";
import { findLastEvent, type LockedRow, lockRows } from "../core/locked-row.ts";
import { blockSender } from "../spam/block-list.ts";

type PlannedChange = { progress?: Progress; ownerId?: string | null; snoozedUntil?: Date | null; event: ChangeEvent };
type ChangeEvent = Extract<NewEvent, { type: Change["type"] }>;
type RefusedChange = { reason: ChangeRefusal; by: string | null };
export type Plan<Item> = (
  row: LockedRow,
  item: Item,
) => PlannedChange | RefusedChange | Promise<PlannedChange | RefusedChange>;
type UndoOptions = { isUndo?: true };

/**
 * Changes up to 200 submissions. Refuses each whose field has changed since the operator saw it. Notes and changes of
 * other fields are not a conflict.
 * - Status: keeps the verdict. The first one that implies a reply stops the response clock; reopening an unanswered
 *   submission restarts it. Spam gets no mails until its status changes, and its sender may be blocked.
 * - Owner: notifies a new owner by mail, unless operators take submissions themselves.
 * - Snooze: hides an open submission from the inbox until a given time. Its response clock keeps running.
 * @throws AppError `invalid_input` unless the new owner is an active operator and the time within the coming year;
 * `unavailable`, and then nothing has changed
 */
export async function changeSubmissions(change: Change, context: OperatorContext): Promise<ChangeResult> {
  switch (change.type) {
    case "status":
      return applyPlannedChanges(change.items, context, async (tx) => (row, { from }) => {
        return planStatus(tx, row, { ...change, from }, context);
      });
    case "owner":
      return applyPlannedChanges(change.items, context, async (tx) => {
        const owner = change.owner === null ? null : await requireOwner(tx, change.owner);
        return (row, { from }) => refuseIfChanged(tx, row, planOwner(row, owner), row.ownerId === from);
      });
    case "snooze":
      requireFuture(change.until, context.now);
      return applyPlannedChanges(change.items, context, async (tx) => (row, { from }) => {
        const isAsSeen = toFutureTime(row.snoozedUntil, context) === toFutureTime(from, context);
        return refuseIfChanged(tx, row, planSnooze(row, change.until, context.now), isAsSeen);
      });
  }
}

async function planStatus(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  { from, status, reason, block }: Omit<ChangeOf<"status">, "items"> & { from: Status },
  context: OperatorContext,
): Promise<PlannedChange | RefusedChange> {
  const isReasonKept = !takesReason(status) || reason === undefined || reason === row.closeReason;
  const isSame = row.status === status && isReasonKept;
  if (row.status !== from && !(isSame && block === undefined)) return toConflictRefusal(tx, row, "status");
  const blocked = status === "spam" && block ? await blockSender(tx, row.email, block, context) : undefined;
  if (isSame && !blocked) return toRefusal("unchanged");
  const progress = applyStatus(row, status, reason, context.now);
  const ended = progress.closedAt && row.snoozedUntil ? { snoozedUntil: row.snoozedUntil.toISOString() } : {};
  const details = {
    from: row.status,
    to: status,
    ...(progress.closeReason === null ? {} : { reason: progress.closeReason }),
    ...(blocked && { block: blocked }),
    before: { ...toPreviousStatus(row), ...ended },
  };
  return { progress, event: { type: "status", details } };
}

export function planOwner(
  row: LockedRow,
  to: { id: string; name: string } | null,
  undo: UndoOptions = {},
): PlannedChange | RefusedChange {
  if ((to?.id ?? null) === row.ownerId) return toRefusal("unchanged");
  const from = row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? "" };
  return { ownerId: to?.id ?? null, event: { type: "owner", details: { from, to, ...undo } } };
}

export function planSnooze(
  row: LockedRow,
  until: Date | null,
  now: Date,
  undo: UndoOptions = {},
): PlannedChange | RefusedChange {
  if (row.snoozedUntil?.getTime() === until?.getTime()) return toRefusal("unchanged");
  if (until && isClosed(row.status)) return toRefusal("closed");
  // An undo may restore a snooze that has ended.
  const details = { ...toSnooze(row.snoozedUntil, until && until > now ? until : null), ...undo };
  return { snoozedUntil: until, event: { type: "snooze", details } };
}

/** A field that already has the wanted value is not a conflict. */
function refuseIfChanged(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  plan: PlannedChange | RefusedChange,
  isAsSeen: boolean,
): PlannedChange | RefusedChange | Promise<RefusedChange> {
  return isAsSeen || "reason" in plan ? plan : toConflictRefusal(tx, row, plan.event.type);
}

async function toConflictRefusal(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  type: Change["type"],
): Promise<RefusedChange> {
  return toRefusal("conflict", (await findLastEvent(tx, row, type))?.actor);
}

export function toRefusal(reason: ChangeRefusal, by: string | null = null): RefusedChange {
  return { reason, by };
}

/** @throws AppError `invalid_input` unless the owner is an active operator */
async function requireOwner(tx: Prisma.TransactionClient, id: string): Promise<{ id: string; name: string }> {
  const owner = await tx.operator.findUnique({ select: { id: true, name: true }, where: { id, disabledAt: null } });
  if (owner) return owner;
  throw new AppError("invalid_input", "A submission can only be given to an active operator.");
}

/** Requires a time within the coming year. @throws AppError `invalid_input` */
function requireFuture(until: Date | null, now: Date): void {
  if (!until) return;
  const days = (until.getTime() - now.getTime()) / dayMilliseconds;
  if (days > 0 && days <= snoozeDaysMax) return;
  throw new AppError("invalid_input", "A snooze must end within the coming year.");
}

/** Replaces a past time with null, so that a snooze that has already ended causes no conflict. */
const toFutureTime = (until: Date | null, { now }: OperatorContext) => (until && until > now ? until.getTime() : null);

/** If it throws, nothing has changed. */
export function applyPlannedChanges<Item extends SubmissionRef>(
  items: Item[],
  { operator, now }: OperatorContext,
  prepare: (tx: Prisma.TransactionClient) => Promise<Plan<Item>>,
): Promise<ChangeResult> {
  return inDeskTransaction(async (tx) => {
    const plan = await prepare(tx);
    const rows = new Map((await lockRows(tx, items)).map((row) => [toSubmissionKey(row), row]));
    const refused: ChangeResult["refused"] = [];
    const all: { row: LockedRow; planned: PlannedChange }[] = [];
    for (const [key, item] of new Map(items.map((each) => [toSubmissionKey(each), each]))) {
      const row = rows.get(key);
      const planned = !row
        ? toRefusal("not_found")
        : row.repeatOf !== null
          ? toRefusal("repeat")
          : await plan(row, item);
      if (row && "event" in planned) all.push({ row, planned });
      else if ("reason" in planned) refused.push({ kind: item.kind, id: item.id, ...planned });
    }
    if (!all.length) return { done: [], refused };
    await storeRows(tx, all, now);
    const events = all.map(({ row: { kind, id }, planned: { event } }) => ({ kind, id, event }));
    const done = await insertEvents(tx, operator, events, now);
    const released = all.filter(({ row, planned: { progress } }) => {
      return row.status === "spam" && progress && progress.status !== "spam";
    });
    await releaseWithheldMails(
      tx,
      released.map(({ row }) => row),
    );
    const owners = new Map(all.map(({ row, planned }) => [toSubmissionKey(row), planned.ownerId]));
    const owned = done.map((each) => ({ ...each, owner: owners.get(toSubmissionKey(each)) }));
    await notifyNewOwners(tx, operator, owned);
    return { done, refused };
  });
}

async function storeRows(
  tx: Prisma.TransactionClient,
  all: { row: LockedRow; planned: PlannedChange }[],
  now: Date,
): Promise<void> {
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
}

/**
 * Adds several submissions to the owner's next digest, or to one mail if the owner gets no digests. Operators get no
 * mail about submissions that they take themselves.
 */
async function notifyNewOwners(
  tx: Prisma.TransactionClient,
  operator: Operator,
  changes: (StoredChange & { owner: string | null | undefined })[],
): Promise<void> {
  for (const owner of new Set(changes.flatMap((change) => change.owner ?? []))) {
    if (owner === operator.id) continue;
    const owned = changes.filter((change) => change.owner === owner);
    if (owned.length > 1) await notifyOfBulkAssignment(tx, owner, owned);
    else
      await queueMails(
        tx,
        owned.map(({ kind, id, event }) => ({ job: { mail: "assignment", kind, id, event, operator: owner } })),
      );
  }
}

async function notifyOfBulkAssignment(
  tx: Prisma.TransactionClient,
  owner: string,
  changes: StoredChange[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO digest_items (operator_id, kind, submission_id)
    SELECT ${owner}, * FROM ${unnestRefs(changes)} ORDER BY 2, 3
    ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET mail_id = NULL`;
  const { digestHours } = await tx.operator.findUniqueOrThrow({ select: { digestHours: true }, where: { id: owner } });
  if (!digestHours.length) await queueMails(tx, [{ job: { mail: "digest", operator: owner } }]);
}

import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import type { ChangeResult, StoredChange, Undo } from "../../../domain/submissions/changes/changes.ts";
import type { StoredEvent } from "../../../domain/submissions/core/events.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import {
  type EventRow,
  findReplyAfter,
  parseStoredDate,
  toEvent,
  toPreviousStatus,
  toProgressBefore,
} from "../core/events.ts";
import type { LockedRow } from "../core/locked-row.ts";
import { deleteBlock } from "../spam/block-list.ts";
import { applyPlannedChanges, type Plan, planOwner, planSnooze, toRefusal } from "./change-submissions.ts";

type ActiveOperator = { id: string; name: string };

/**
 * Refuses if a later change of the same type is in force. Undoing a status also restores the deadline, and the time of
 * the reply, unless the desk has sent one since, and unblocks a sender whom the change has blocked. An undo cannot be
 * undone.
 * @throws AppError `unavailable`, and then nothing is undone
 */
export function undoChanges({ changes }: Undo, context: OperatorContext): Promise<ChangeResult> {
  return applyPlannedChanges(changes, context, async (tx) => {
    const active = await tx.operator.findMany({ select: { id: true, name: true }, where: { disabledAt: null } });
    return (row, change) => planUndo(tx, row, change, { ...context, active });
  });
}

async function planUndo(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  change: StoredChange,
  { operator, now, active }: OperatorContext & { active: ActiveOperator[] },
): Promise<Awaited<ReturnType<Plan<StoredChange>>>> {
  const events = await listEventsSince(tx, change);
  const event = events[0];
  const [first, ...others] = listChangesInForce(events);
  if (!event || first !== event) return toRefusal("unchanged");
  const latest = others.at(-1);
  if (latest) return toRefusal("conflict", latest.actor);
  if (event.type === "owner") {
    const { from } = event.details;
    const to = active.find(({ id }) => id === from?.id);
    return from && !to ? toRefusal("owner_gone") : planOwner(row, to ?? null, { isUndo: true });
  }
  if (event.type === "snooze") return planSnooze(row, parseStoredDate(event.details.from), now, { isUndo: true });
  if (event.type !== "status") return toRefusal("unchanged");
  const { from, block } = event.details;
  if (block) await deleteBlock(tx, block.id, operator, now);
  const before = toProgressBefore(event.details);
  const repliedAt = before.repliedAt ?? (row.repliedAt && (await findReplyAfter(tx, row, BigInt(change.event))));
  const details = { from: row.status, to: from, isUndo: true, before: toPreviousStatus(row) };
  const { snoozedUntil, replyDueAt } = event.details.before;
  if (replyDueAt !== undefined) {
    await tx.$executeRaw`
      UPDATE submissions SET reply_due_at = ${replyDueAt}::timestamptz WHERE kind = ${row.kind} AND id = ${row.id}`;
  }
  const restored = snoozedUntil ? { snoozedUntil: new Date(snoozedUntil) } : {};
  return { progress: { ...before, repliedAt }, ...restored, event: { type: "status", details } };
}

/** Lists the changes that no undo has cancelled. Each undo cancels the last change before it that is still in force. */
function listChangesInForce(events: StoredEvent[]): StoredEvent[] {
  const standing: StoredEvent[] = [];
  for (const event of events) {
    if ("isUndo" in event.details && event.details.isUndo) standing.pop();
    else standing.push(event);
  }
  return standing;
}

/** Includes, for a status, the person's later messages and cancellations, which changed what the person waits for. */
async function listEventsSince(
  tx: Prisma.TransactionClient,
  { kind, id, event }: StoredChange,
): Promise<StoredEvent[]> {
  const rows = await tx.$queryRaw<EventRow[]>`
    SELECT later.type, later.at, later.actor, later.details
    FROM submission_events AS undone JOIN submission_events AS later USING (kind, submission_id)
    WHERE undone.kind = ${kind} AND undone.submission_id = ${id} AND undone.id = ${event}::bigint
      AND undone.type IN ('status', 'owner', 'snooze') AND later.id >= undone.id
      AND (later.type = undone.type
        OR undone.type = 'status' AND later.type = 'inbound' AND later.details ->> 'type' = 'message'
        OR undone.details ->> 'from' = 'booked' AND later.type = 'booking' AND later.details ->> 'change' = 'cancelled')
    ORDER BY later.id`;
  return rows.map(toEvent);
}

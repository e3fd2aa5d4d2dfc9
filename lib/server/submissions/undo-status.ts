import "server-only";
import type { StatusUndo } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { type EventDetails, eventDetails } from "../../domain/submissions/events.ts";
import type { Progress } from "../../domain/submissions/status.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteBlock } from "./block-list.ts";
import { changeSubmission, storeProgress } from "./change-submission.ts";
import { findReplyAfter, insertEvent, toStatusBefore } from "./events.ts";
import { restartClock } from "./restart-clock.ts";

const toDate = (text: string | null) => (text === null ? null : new Date(text));

/** As it was before that change of status. */
export function toProgressBefore({ from, before }: EventDetails["status"]): Progress {
  return {
    status: from,
    repliedAt: toDate(before.repliedAt),
    closedAt: toDate(before.closedAt),
    closeReason: before.closeReason,
  };
}

/** An undo also takes the sender off the block list that the change has put there. */
export async function removeAddedBlock(
  tx: Prisma.TransactionClient,
  { block }: EventDetails["status"],
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  if (block) await deleteBlock(tx, block.id, operator, now);
}

/**
 * Undoes the last change of status and its effects on the row, including the time of the reply unless the desk has sent
 * one since. An undo cannot be undone.
 * @throws AppError `invalid_input` when there is nothing to undo; `not_found`; `conflict`; `unavailable`
 */
export function undoStatus(
  undo: StatusUndo,
  { operator, now }: { operator: Operator; now: Date },
): Promise<{ revision: number }> {
  return changeSubmission(operator, undo, async (tx, row) => {
    const event = await tx.submissionEvent.findFirst({
      select: { id: true, details: true },
      where: { kind: undo.kind, submissionId: undo.id, type: "status" },
      orderBy: { id: "desc" },
    });
    const last = event && eventDetails.status.parse(event.details);
    if (!last || last.isUndo) throw new AppError("invalid_input", "There is no change of status to take back.");
    // A reply that the desk has sent since stays sent.
    const before = toProgressBefore(last);
    const progress = { ...before, repliedAt: before.repliedAt ?? (await findReplyAfter(tx, undo, event.id)) };
    await storeProgress(tx, undo, progress);
    await restartClock(tx, undo, { before: row, after: progress }, now);
    await removeAddedBlock(tx, last, { operator, now });
    const details = { from: row.status, to: last.from, isUndo: true, before: toStatusBefore(row) };
    await insertEvent(tx, operator, undo, { type: "status", details }, now);
    return true;
  });
}

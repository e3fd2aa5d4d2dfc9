import "server-only";
import type { StatusChange } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { EventDetails } from "../../domain/submissions/events.ts";
import { type Progress, toProgress } from "../../domain/submissions/status.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { blockSender } from "./block-list.ts";
import { type Changed, changeSubmission, type LockedRow, storeProgress } from "./change-submission.ts";
import { insertEvent, toStatusBefore } from "./events.ts";
import { releaseMails } from "./held-mails.ts";

/**
 * Moves a submission to another status; the verdict stays. The first status that implies a reply stops the clock;
 * reopening an unanswered submission goes on with it. Spam gets no mails until it is none any more, and may block its
 * sender.
 * @throws AppError `invalid_input` when the submission has that status already; `not_found`; `conflict`; `unavailable`
 */
export function changeStatus(
  change: StatusChange,
  { operator, now }: { operator: Operator; now: Date },
): Promise<Changed> {
  const store = async (tx: Prisma.TransactionClient, row: LockedRow) => {
    if (row.status === change.status) throw new AppError("invalid_input", "That is its status already.");
    const progress = toProgress(row, change.status, change.reason, now);
    await storeProgress(tx, change, progress);
    if (row.status === "spam") await releaseMails(tx, [change]);
    const details = await toStatusDetails(tx, row, change, progress, { operator, now });
    return insertEvent(tx, operator, change, { type: "status", details }, now);
  };
  return changeSubmission(operator, change, store, {
    isDone: ({ status }, last) => last.type === "status" && !last.details.isUndo && status === change.status,
  });
}

/** Of the event. Blocks the sender where the change asks for it. */
export async function toStatusDetails(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  { status, block }: Pick<StatusChange, "status" | "block">,
  { closeReason }: Progress,
  context: { operator: Operator; now: Date },
): Promise<EventDetails["status"]> {
  const blocked = status === "spam" && block ? await blockSender(tx, row.email, block, context) : undefined;
  return {
    from: row.status,
    to: status,
    ...(closeReason === null ? {} : { reason: closeReason }),
    ...(blocked && { block: blocked }),
    before: toStatusBefore(row),
  };
}

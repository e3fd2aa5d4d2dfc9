import "server-only";
import type { NewReply } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { isClosed, isReplied, toProgress } from "../../domain/submissions/status.ts";
import { recordAudit } from "../audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "../queue/jobs.ts";
import { changeSubmission, type LockedRow, storeProgress } from "./change-submission.ts";
import { insertEvent, toStatusBefore } from "./events.ts";

/**
 * Stores a reply on the timeline and queues its mail to the person. The first reply stops the clock and moves a new
 * submission, or one in review, to `contacted`.
 * @throws AppError `not_found`; `conflict` when the row has changed since, is a repeat, or its person has withdrawn; `unavailable`
 */
export function sendReply(
  reply: NewReply,
  { operator, now }: { operator: Operator; now: Date },
): Promise<{ revision: number }> {
  const store = async (tx: Prisma.TransactionClient, row: LockedRow) => {
    if (row.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn: no mail may be sent.");
    const isFirst = !isReplied(row.status) && !isClosed(row.status);
    const progress = isFirst
      ? toProgress(row, "contacted", undefined, now)
      : { ...row, repliedAt: row.repliedAt ?? now };
    await storeProgress(tx, reply, progress);
    if (isFirst) {
      const details = { from: row.status, to: progress.status, before: toStatusBefore(row) };
      await insertEvent(tx, operator, reply, { type: "status", details }, now);
    }
    const event = await insertEvent(tx, operator, reply, { type: "reply", details: { text: reply.text } }, now);
    await queueMails(tx, [{ data: { mail: "reply", kind: reply.kind, id: reply.id, event } }]);
    await recordAudit(tx, {
      at: now,
      actor: operator,
      action: "reply_sent",
      details: { kind: reply.kind, id: reply.id },
    });
    return true;
  };
  // A form that is sent twice makes one reply.
  return changeSubmission(operator, reply, store, {
    isDone: (_, last) => last.type === "reply" && last.details.text === reply.text,
  });
}

import "server-only";
import { isResumedByMessage, type Status } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { insertEvent, person, service, toPreviousStatus, toSnooze } from "../core/events.ts";
import { type LockedRow, lockRow, raiseRevision } from "../core/locked-row.ts";
import { toPromiseColumns } from "../core/reply-promise.ts";

/**
 * When the person writes, a contacted or lost submission is in review again, with a new deadline. One that still waits
 * keeps its deadline; booked, won and spam stay. Call this in the transaction that stores the message.
 * @returns the row before the change, which stays locked
 */
export async function resumeSubmission(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  now: Date,
): Promise<LockedRow> {
  const row = await lockRow(tx, ref);
  if (row.consentWithdrawnAt || !isResumedByMessage(row)) await raiseRevision(tx, ref);
  else await restartClock(tx, row, { actor: person, to: "in_review" }, now);
  return row;
}

/** Starts a new deadline if a reply is promised, because the person waits again. Call this with the row locked. */
export async function restartClock(
  tx: Prisma.TransactionClient,
  row: LockedRow,
  { actor, to }: { actor: { name: string }; to: Status },
  now: Date,
): Promise<void> {
  const { kind, id } = row;
  const promise = toPromiseColumns(row, now);
  const after = { status: to, repliedAt: null, closedAt: null, closeReason: null };
  await tx.submission.update({
    data: { ...after, ...promise, clockMailAt: promise.replyWarningAt, revision: { increment: 1 }, askedAt: now },
    select: { id: true },
    where: { kind_id: { kind, id } },
  });
  // Deletes the queued deadline mails of the previous round, because the new round sends its own.
  const mail = { in: ["warning", "breach"] };
  await tx.mail.deleteMany({ where: { kind, submissionId: id, mail, state: "waiting" } });
  const before = { ...toPreviousStatus(row), replyDueAt: row.replyDueAt?.toISOString() ?? null };
  const details = { from: row.status, to, before };
  await insertEvent(tx, actor, { kind, id }, { type: "status", details }, now);
}

/**
 * Ends a snooze, which returns the submission to the top of the inbox. Does nothing if it is not snoozed. Call this
 * with the row locked, in the transaction that stores the person's action.
 */
export async function wakeSubmission(
  tx: Prisma.TransactionClient,
  { kind, id, snoozedUntil }: LockedRow,
  now: Date,
  hasWritten = true,
): Promise<void> {
  if (!snoozedUntil || snoozedUntil <= now) return;
  await tx.$executeRaw`
    UPDATE submissions SET revision = revision + 1, snoozed_until = ${now}::timestamptz
    WHERE kind = ${kind} AND id = ${id}`;
  const details = { ...toSnooze(snoozedUntil, null), ...(hasWritten && { reason: "wrote" as const }) };
  await insertEvent(tx, hasWritten ? person : service, { kind, id }, { type: "snooze", details }, now);
}

import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { type EventDetails, eventDetails } from "../../../domain/submissions/core/events.ts";
import { isReplied, type Progress, Status } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { ReplyJob } from "../../../domain/submissions/reply/reply.ts";
import { recordAudit } from "../../audit.ts";
import { database, inDeskTransaction, type RawTransaction } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { deleteUnattemptedReply, makeReplyDueNow } from "../../queue/mails.ts";
import { recordWebhookEvents } from "../../queue/webhooks.ts";
import {
  findReplyAfter,
  insertEvent,
  insertEvents,
  parseStoredDate,
  storeLastMessage,
  toPreviousStatus,
  toProgressBefore,
} from "../core/events.ts";
import { findLastEvent, type LockedRow, lockRow, storeProgress } from "../core/locked-row.ts";
import { returnFilesToDraft } from "./reply-files.ts";
import { toRepliedProgress } from "./send-reply.ts";

/**
 * Undoes the change of status and response clock, unless the status has changed since, and returns files to the draft.
 * @throws AppError `not_found`; `conflict` when the reply is being sent or gone
 */
export function cancelReply(
  { kind, id, job }: ReplyJob,
  { operator, now }: OperatorContext,
): Promise<{ text: string; cc: string[] }> {
  const ref = { kind, id };
  return inDeskTransaction(async (tx) => {
    const row = await lockRow(tx, ref);
    const mail = await deleteUnattemptedReply(tx, ref, job);
    if (!mail?.event) throw createUnderWayError();
    const reply = await readReply(tx, ref, mail.event);
    const { progress, undone } = await findProgressBefore(tx, ref, row, reply);
    await storeProgress(tx, ref, progress);
    await returnFilesToDraft(tx, operator, reply.id, now);
    await tx.submissionEvent.deleteMany({ where: { id: { in: [reply.id, ...undone] } } });
    // Tells open tabs, which learn of changes by new events.
    await insertEvent(tx, operator, ref, { type: "seen", details: { isTakenBack: true } }, now);
    await storeLastMessage(tx, ref);
    const isChanged = progress.status !== row.status || progress.repliedAt !== row.repliedAt;
    if (isChanged) await recordWebhookEvents(tx, [{ ...ref, type: "submission.updated", change: "status", at: now }]);
    await recordAudit(tx, { at: now, actor: operator, action: "reply_cancelled", details: ref });
    return { text: reply.details.text, cc: reply.details.cc ?? [] };
  });
}

/** @throws AppError `conflict` when the reply is being sent or gone */
export async function sendReplyNow({ kind, id, job }: ReplyJob, _context: OperatorContext): Promise<void> {
  const isDueNow = await database((db) => makeReplyDueNow(db, { kind, id }, job), "desk");
  if (!isDueNow) throw createUnderWayError();
}

const createUnderWayError = () => new AppError("conflict", "This reply is already being sent, or was cancelled.");

type StoredReply = { id: bigint; at: Date; details: EventDetails["reply"] };

async function readReply(tx: Prisma.TransactionClient, ref: SubmissionRef, event: string): Promise<StoredReply> {
  const where = { id: BigInt(event), kind: ref.kind, submissionId: ref.id, type: "reply" };
  const row = await tx.submissionEvent.findFirst({ select: { id: true, at: true, details: true }, where });
  if (!row) throw createUnderWayError();
  return { ...row, details: eventDetails.reply.parse(row.details) };
}

/** `undone` holds the reply's status event if no later event has changed the status. */
async function findProgressBefore(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { status, repliedAt, closedAt, closeReason }: LockedRow,
  { id: event, at, details }: StoredReply,
): Promise<{ progress: Progress; undone: bigint[] }> {
  const row = { status, repliedAt, closedAt, closeReason };
  // Changes nothing for a planned reply that is not sent yet, or if an earlier reply had already stopped the response
  // clock.
  if (details.sendAt !== undefined || repliedAt?.getTime() !== at.getTime()) return { progress: row, undone: [] };
  const next = await findReplyAfter(tx, { kind, id }, event);
  if (next) {
    const restored = { repliedBefore: details.repliedBefore ?? null, statusEvent: details.statusEvent };
    await handOnUndo(tx, { kind, id }, event, restored);
    return { progress: { ...row, repliedAt: next }, undone: [] };
  }
  const before = parseStoredDate(details.repliedBefore ?? null);
  const last = await findLastEvent(tx, { kind, id }, "status");
  if (!last || String(last.id) !== details.statusEvent) {
    return { progress: { ...row, repliedAt: isReplied(status) ? repliedAt : before }, undone: [] };
  }
  const progress = toProgressBefore(eventDetails.status.parse(last.details));
  return { progress: { ...progress, repliedAt: before }, undone: [last.id] };
}

/** Lets the next reply, which stops the clock from now on, restore what was before the cancelled one. */
async function handOnUndo(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  event: bigint,
  restored: Pick<EventDetails["reply"], "repliedBefore" | "statusEvent">,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE submission_events SET details = details || ${JSON.stringify(restored)}::jsonb
    WHERE id = (
      SELECT id FROM submission_events
      WHERE kind = ${kind} AND submission_id = ${id} AND id > ${event} AND type = 'reply' AND details -> 'sendAt' IS NULL
      ORDER BY id LIMIT 1)`;
}

/** Records that a planned reply was sent. Call this in the transaction that records the mail: it has locked the row. */
export async function markReplied(
  tx: RawTransaction,
  { kind, id, event }: SubmissionRef & { event?: string | undefined },
  at: Date,
): Promise<void> {
  const [reply] = await tx.$queryRaw<{ operatorId: string | null; actor: string }[]>`
    SELECT operator_id AS "operatorId", actor FROM submission_events
    WHERE id = ${event ?? null} AND type = 'reply' AND details -> 'sendAt' IS NOT NULL`;
  const [row] = await tx.$queryRaw<Progress[]>`
    SELECT status, replied_at AS "repliedAt", closed_at AS "closedAt", close_reason AS "closeReason"
    FROM submissions WHERE kind = ${kind} AND id = ${id}`;
  if (!reply || !row) return;
  await tx.$executeRaw`
    UPDATE submissions SET last_message_at = ${at}::timestamptz,
      message_state = CASE message_state WHEN 'unread' THEN 'unread' ELSE 'sent' END
    WHERE kind = ${kind} AND id = ${id}`;
  const before = { ...row, status: Status.parse(row.status) };
  const { isFirst, ...progress } = toRepliedProgress(before, at);
  if (!isFirst && row.repliedAt) return;
  await storeProgress(tx, { kind, id }, progress);
  if (!isFirst) return;
  const details = { from: before.status, to: progress.status, before: toPreviousStatus(before) };
  const actor = { id: reply.operatorId, name: reply.actor };
  await insertEvents(tx, actor, [{ kind, id, event: { type: "status", details } }], at);
}

import "server-only";
import { randomUUID } from "node:crypto";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import { foldAddress } from "../../../domain/mail-address.ts";
import { describeEvent, type EventDetails } from "../../../domain/submissions/core/events.ts";
import { applyStatus, isClosed, isReplied, type Progress } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { laterDaysMax, type NewForward, type NewReply, undoSeconds } from "../../../domain/submissions/reply/reply.ts";
import { recordAudit } from "../../audit.ts";
import { env } from "../../env.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails } from "../../queue/mails.ts";
import { insertEvent, storeLastMessage, toEvent, toPreviousStatus } from "../core/events.ts";
import {
  isSentTwice,
  type LockedRow,
  listMessagesAfter,
  raiseRevision,
  refuseRepeat,
  storeProgress,
  withLockedRow,
} from "../core/locked-row.ts";
import { attachFiles, takeDraftFiles } from "./reply-files.ts";

type QueuedReply = { job: string; startsAt: Date };

/**
 * The mail is sent after `undoSeconds` by default. The first reply stops the response clock and moves a new or reviewed
 * submission to `contacted`; for a planned reply, `markReplied` does this when it is sent. Other changes are not a
 * conflict.
 * @throws AppError `invalid_input` for a time in the past or too far ahead; `not_found`; `conflict` when another
 * operator has replied or the person has written since, when it is a repeat, when the person has withdrawn, when a file
 * is gone, or when the same text is on its way with other files or copies; `too_large` for the reply's files;
 * `unavailable`
 */
export async function sendReply(reply: NewReply, { operator, now }: OperatorContext): Promise<QueuedReply> {
  const sendAt = parsePlannedTime(reply, now);
  return withLockedRow(reply, async (tx, row) => {
    refuseRepeat(row);
    const cc = (reply.cc ?? []).filter((address) => foldAddress(address) !== foldAddress(row.email));
    const sent = await findSameReply(tx, { ...reply, cc }, operator);
    if (sent) return sent;
    if (row.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn: no mail may be sent.");
    const files = await takeDraftFiles(tx, operator, reply, reply.files ?? []);
    const changed = sendAt
      ? await raiseRevision(tx, reply)
      : await storeRepliedStatus(tx, operator, { ref: reply, row, at: now });
    const signature = await findSignature(tx, operator);
    const queued = { job: randomUUID(), startsAt: sendAt ?? toSendTime(reply, now) };
    const details: EventDetails["reply"] = {
      text: reply.text,
      job: queued.job,
      ...(signature === null ? {} : { signature }),
      ...(files.length ? { files } : {}),
      ...(cc.length ? { cc } : {}),
      ...(sendAt ? { sendAt: sendAt.toISOString() } : {}),
      ...changed,
    };
    const event = await insertEvent(tx, operator, reply, { type: "reply", details }, now);
    await attachFiles(tx, files, event);
    await storeLastMessage(tx, reply, false);
    await endPastSnooze(tx, reply, row, now);
    const { kind, id } = reply;
    const job = { mail: "reply", kind, id, event, ...(sendAt ? { isPlanned: true as const } : {}) } as const;
    const due = sendAt ? { dueAt: sendAt } : { delaySeconds: reply.when === "now" ? 0 : undoSeconds };
    await queueMails(tx, [{ id: queued.job, job, ...due }]);
    await recordAudit(tx, { at: now, actor: operator, action: "reply_sent", details: { kind, id } });
    return queued;
  });
}

/**
 * Finds the operator's newest message with this text.
 * @throws AppError `conflict`, naming who has written since; also if the message lacks a file or has other copies
 */
async function findSameReply(
  tx: Prisma.TransactionClient,
  reply: NewReply,
  operator: Operator,
): Promise<QueuedReply | undefined> {
  const messages = await listMessagesAfter(tx, reply, reply.lastMessage);
  const foreign = messages.find(({ operatorId }) => operatorId !== operator.id);
  if (foreign) {
    const what = `${foreign.actor} ${describeEvent(toEvent(foreign))}`;
    const text = `This has changed since you opened it: ${what}. Nothing was saved now: look again.`;
    throw new AppError("conflict", text);
  }
  const newest = messages[0] && toEvent(messages[0]);
  if (newest?.type !== "reply" || newest.details.text !== reply.text) return undefined;
  const { job = "", sendAt, cc = [], files = [] } = newest.details;
  const hasFiles = (reply.files ?? []).every((id) => files.some((file) => file.id === id));
  if (!hasFiles || cc.join() !== reply.cc?.join()) {
    throw new AppError(
      "conflict",
      "This text is already on its way with other files or copies: undo that reply first.",
    );
  }
  return { job, startsAt: sendAt ? new Date(sendAt) : toSendTime(reply, newest.at) };
}

function parsePlannedTime({ when }: NewReply, now: Date): Date | null {
  if (when === undefined || when === "now") return null;
  const at = new Date(when);
  const isFar = at.getTime() > now.getTime() + laterDaysMax * dayMilliseconds;
  if (at > now && !isFar) return at;
  throw new AppError(
    "invalid_input",
    `The send time must be in the future, and at most ${laterDaysMax} days from now.`,
  );
}

function toSendTime({ when }: NewReply, now: Date): Date {
  return when === "now" ? now : new Date(now.getTime() + undoSeconds * 1_000);
}

export function toRepliedProgress(row: Progress, at: Date): Progress & { isFirst: boolean } {
  const isFirst = !isReplied(row.status) && !isClosed(row.status);
  const { status, repliedAt, closedAt, closeReason } = isFirst
    ? applyStatus(row, "contacted", undefined, at)
    : { ...row, repliedAt: row.repliedAt ?? at };
  return { status, repliedAt, closedAt, closeReason, isFirst };
}

/** @returns data for undoing the reply */
async function storeRepliedStatus(
  tx: Prisma.TransactionClient,
  operator: Operator,
  { ref, row, at }: { ref: SubmissionRef; row: LockedRow; at: Date },
): Promise<Pick<EventDetails["reply"], "repliedBefore" | "statusEvent">> {
  const { isFirst, ...progress } = toRepliedProgress(row, at);
  await storeProgress(tx, ref, progress);
  const repliedBefore = row.repliedAt?.toISOString() ?? null;
  if (!isFirst) return { repliedBefore };
  const details = { from: row.status, to: progress.status, before: toPreviousStatus(row) };
  return { repliedBefore, statusEvent: await insertEvent(tx, operator, ref, { type: "status", details }, at) };
}

async function findSignature(tx: Prisma.TransactionClient, { id }: Operator): Promise<string | null> {
  const row = await tx.operator.findUnique({ select: { signature: true }, where: { id } });
  return row?.signature ?? null;
}

/** Without this, a submission returned from a snooze would stay at the top of the inbox after an operator's reply. */
async function endPastSnooze(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { snoozedUntil }: LockedRow,
  now: Date,
): Promise<void> {
  if (!snoozedUntil || snoozedUntil > now) return;
  await tx.$executeRaw`UPDATE submissions SET snoozed_until = NULL WHERE kind = ${kind} AND id = ${id}`;
}

/**
 * Notes on the timeline that the operator wrote to the person by WhatsApp. If WHATSAPP_COUNTS_AS_REPLY is yes, it
 * changes clock and status as a reply does; undoing that status restores the clock as well.
 * @throws AppError `not_found`; `conflict` for a repeat
 */
export function noteContact(
  ref: SubmissionRef,
  { operator, now }: OperatorContext,
  isReply = env().WHATSAPP_COUNTS_AS_REPLY === "yes",
): Promise<void> {
  return withLockedRow(ref, async (tx, row) => {
    refuseRepeat(row);
    const details = { text: "WhatsApp", contact: { channel: "whatsapp", isReply } } as const;
    const event = { type: "note", details } as const;
    const isUndone = isReply && row.repliedAt === null;
    if (!isUndone && (await isSentTwice(tx, ref, event, { operator, now }))) return;
    // Insert the note before the status event. Otherwise, undoing the status would take the note for a later reply.
    await insertEvent(tx, operator, ref, event, now);
    if (isReply) {
      await storeRepliedStatus(tx, operator, { ref, row, at: now });
      await storeLastMessage(tx, ref, false);
    } else await raiseRevision(tx, ref);
    await endPastSnooze(tx, ref, row, now);
  });
}

/**
 * Queues a mail with a message and its files, and notes it on the timeline.
 * @throws AppError `not_found`, also for the message; `conflict` for a repeat or when the person has withdrawn
 */
export async function forwardMessage(
  { kind, id, message, to, text, language }: NewForward,
  { operator, now }: OperatorContext,
): Promise<void> {
  const ref = { kind, id };
  await withLockedRow(ref, async (tx, row) => {
    refuseRepeat(row);
    if (row.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn: no mail may be sent.");
    const messages = await listMessagesAfter(tx, ref, undefined);
    if (message !== undefined && !messages.some((each) => String(each.id) === message)) {
      throw new AppError("not_found", "There is no such message: it may have been erased.");
    }
    const details = { to, language, ...(text ? { text } : {}), ...(message === undefined ? {} : { message }) };
    const forward = { type: "forward", details } as const;
    if (await isSentTwice(tx, ref, forward, { operator, now })) return;
    await raiseRevision(tx, ref);
    const event = await insertEvent(tx, operator, ref, forward, now);
    await queueMails(tx, [{ job: { mail: "forward", ...ref, event } }]);
    await recordAudit(tx, { at: now, actor: operator, action: "message_forwarded", details: ref });
  });
}

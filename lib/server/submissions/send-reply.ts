import "server-only";
import { randomUUID } from "node:crypto";
import type { Operator } from "../../domain/desk/operator.ts";
import type { NewReply } from "../../domain/desk/reply.ts";
import { laterDaysMax, undoSeconds } from "../../domain/desk/reply.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import type { EventDetails } from "../../domain/submissions/events.ts";
import { isClosed, isReplied, type Progress, toProgress } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "../queue/mails.ts";
import { changeGuarded, type LockedRow, listMessagesAfter, raiseRevision, storeProgress } from "./change-submission.ts";
import { insertEvent, toEvent, toStatusBefore } from "./events.ts";
import { attachFiles, takeDraftFiles } from "./reply-files.ts";

type Queued = { job: string; startsAt: Date };

/**
 * Stores a reply on the timeline and queues its mail to the person, by default with `undoSeconds` for an undo. The
 * first reply stops the clock and moves a new submission, or one in review, to `contacted`; one that is sent later does
 * so when it is sent (`markReplied`). Other changes since, one's own above all, are no conflict.
 * @throws AppError `invalid_input` for a time that is over or too far; `not_found`; `conflict` when another operator
 *   has replied or the person has written since, when it is a repeat, its person has withdrawn, or a file is gone;
 *   `too_large` for its files; `unavailable`
 */
export async function sendReply(
  reply: NewReply,
  { operator, now }: { operator: Operator; now: Date },
): Promise<Queued & { revision: number }> {
  const sendAt = readTime(reply, now);
  let queued: Queued | undefined;
  const store = async (tx: Prisma.TransactionClient, row: LockedRow) => {
    if (row.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn: no mail may be sent.");
    const files = await takeDraftFiles(tx, operator, reply, reply.files ?? []);
    const changed = sendAt
      ? await raiseRevision(tx, reply)
      : await storeReplied(tx, operator, { ref: reply, row, at: now });
    const signature = await findSignature(tx, operator);
    queued = { job: randomUUID(), startsAt: sendAt ?? toStart(reply, now) };
    const details: EventDetails["reply"] = {
      text: reply.text,
      job: queued.job,
      ...(signature === null ? {} : { signature }),
      ...(files.length ? { files } : {}),
      ...(sendAt ? { sendAt: sendAt.toISOString() } : {}),
      ...changed,
    };
    const event = await insertEvent(tx, operator, reply, { type: "reply", details }, now);
    await attachFiles(tx, files, event);
    const { kind, id } = reply;
    const job = { mail: "reply", kind, id, event, ...(sendAt ? { isPlanned: true as const } : {}) } as const;
    const due = sendAt ? { dueAt: sendAt } : { delaySeconds: reply.when === "now" ? 0 : undoSeconds };
    await queueMails(tx, [{ id: queued.job, job, ...due }]);
    await recordAudit(tx, { at: now, actor: operator, action: "reply_sent", details: { kind, id } });
    return event;
  };
  const guard = async (tx: Prisma.TransactionClient) => {
    const messages = await listMessagesAfter(tx, reply, reply.lastMessage);
    const [newest] = messages;
    if (!newest) return null;
    const foreign = messages.find(({ operatorId }) => operatorId !== operator.id);
    if (foreign) return { last: foreign, isDone: false };
    const event = toEvent(newest);
    // A form that is sent twice makes one reply.
    if (event.type !== "reply" || event.details.text !== reply.text) return null;
    const { job = "", sendAt: at } = event.details;
    queued = { job, startsAt: at ? new Date(at) : toStart(reply, event.at) };
    return { last: newest, isDone: true };
  };
  const { revision } = await changeGuarded(operator, reply, store, { guard });
  if (!queued) throw new Error("a reply was neither stored nor found");
  return { ...queued, revision };
}

function readTime({ when }: NewReply, now: Date): Date | null {
  if (when === undefined || when === "now") return null;
  const at = new Date(when);
  const isFar = at.getTime() > now.getTime() + laterDaysMax * dayMilliseconds;
  if (at > now && !isFar) return at;
  throw new AppError("invalid_input", `A reply can be sent later within the next ${laterDaysMax} days.`);
}

function toStart({ when }: NewReply, now: Date): Date {
  return when === "now" ? now : new Date(now.getTime() + undoSeconds * 1_000);
}

/** What a reply does to a submission's progress. */
export function toRepliedProgress(row: Progress, at: Date): Progress & { isFirst: boolean } {
  const isFirst = !isReplied(row.status) && !isClosed(row.status);
  const { status, repliedAt, closedAt, closeReason } = isFirst
    ? toProgress(row, "contacted", undefined, at)
    : { ...row, repliedAt: row.repliedAt ?? at };
  return { status, repliedAt, closedAt, closeReason, isFirst };
}

/** @returns what an undo of the reply needs */
async function storeReplied(
  tx: Prisma.TransactionClient,
  operator: Operator,
  { ref, row, at }: { ref: SubmissionRef; row: LockedRow; at: Date },
): Promise<Pick<EventDetails["reply"], "repliedBefore" | "statusEvent">> {
  const { isFirst, ...progress } = toRepliedProgress(row, at);
  await storeProgress(tx, ref, progress);
  const repliedBefore = row.repliedAt?.toISOString() ?? null;
  if (!isFirst) return { repliedBefore };
  const details = { from: row.status, to: progress.status, before: toStatusBefore(row) };
  return { repliedBefore, statusEvent: await insertEvent(tx, operator, ref, { type: "status", details }, at) };
}

async function findSignature(tx: Prisma.TransactionClient, { id }: Operator): Promise<string | null> {
  const row = await tx.operator.findUnique({ select: { signature: true }, where: { id } });
  return row?.signature ?? null;
}

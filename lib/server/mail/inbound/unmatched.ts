import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  type InboundAttach,
  type InboundRef,
  InboundType,
  type UnmatchedMail,
  UnmatchedReason,
} from "../../../domain/submissions/core/inbound.ts";
import { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { recordAudit } from "../../audit.ts";
import { database, type RawTransaction, unnestRefs } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { log } from "../../log.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { lockRow } from "../../submissions/core/locked-row.ts";
import { whereMailFrom } from "../../submissions/core/sent-by.ts";
import { inboundSelect, readInboundTexts, toInboundMail } from "../../submissions/inbox/list-inbound.ts";
import { recordInbound } from "./record-inbound.ts";

const daysMax = 90;
/** Beyond this, the oldest are deleted, first those without a suggestion. The mailbox or mail provider keeps them. */
const unmatchedMax = 1_000;
/** Limit for the files of all unmatched mails, because anybody can send files and they must not fill the database. */
const fileBytesMax = 1024 * 1024 * 1024;
/** Limit for the texts of a person's mails or of a sender's unmatched mails: an export writes both in one document. */
export const textBytesMax = 20 * 1024 * 1024;
const shownMax = 100;

export function listUnmatchedMails(_context: {
  operator: Operator;
}): Promise<{ mails: UnmatchedMail[]; total: number }> {
  const where = { submissionId: null };
  return database(async (db) => {
    const select = { ...inboundSelect, heldReason: true, suggestedKind: true, suggestedId: true } as const;
    const orderBy = [{ receivedAt: "desc" }, { id: "desc" }] as const;
    const rows = await db.inboundMail.findMany({ select, where, orderBy: [...orderBy], take: shownMax });
    const texts = await readInboundTexts(db, rows);
    const mails = rows.map(({ heldReason, suggestedKind, suggestedId, ...row }) => ({
      ...toInboundMail(row, texts),
      heldReason: UnmatchedReason.parse(heldReason),
      suggestion: suggestedId === null ? null : SubmissionRef.parse({ kind: suggestedKind, id: suggestedId }),
    }));
    return { mails, total: rows.length < shownMax ? rows.length : await db.inboundMail.count({ where }) };
  }, "desk");
}

/** @throws AppError `not_found` when the mail or the submission is gone */
export async function attachInbound(
  { id, reference }: InboundAttach,
  { operator, now }: OperatorContext,
): Promise<void> {
  await inLongTransaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ id: number; repeatOf: number | null }[]>`
      SELECT id, repeat_of AS "repeatOf" FROM submissions WHERE kind = ${reference.kind} AND id = ${reference.id}`;
    const submission = { kind: reference.kind, id: found?.repeatOf ?? reference.id };
    await lockRow(tx, submission);
    // If two operators act at once, the second gets `not_found`.
    const [taken] = await tx.$queryRaw<{ type: string }[]>`
      UPDATE inbound_mails SET kind = ${submission.kind}, submission_id = ${submission.id}, held_reason = NULL,
        suggested_kind = NULL, suggested_id = NULL
      WHERE id = ${BigInt(id)} AND submission_id IS NULL RETURNING type`;
    if (!taken) throw createNoMailError();
    const type = InboundType.parse(taken.type);
    await recordInbound(tx, submission, { id: BigInt(id), type, returned: null }, now);
    await recordAudit(tx, { at: now, actor: operator, action: "inbound_attached", details: submission });
  });
}

const createNoMailError = () =>
  new AppError("not_found", "There is no such mail: somebody may have attached or discarded it.");

/** @throws AppError `not_found` */
export async function discardInbound({ id }: InboundRef, { operator, now }: OperatorContext): Promise<void> {
  await inLongTransaction(async (tx) => {
    const { count } = await tx.inboundMail.deleteMany({ where: { id: BigInt(id), submissionId: null } });
    if (!count) throw createNoMailError();
    await recordAudit(tx, { at: now, actor: operator, action: "inbound_discarded" });
  });
}

/**
 * Prevents two transactions from deleting rows in different orders, which could deadlock. Call this before locking any
 * of those rows.
 */
export async function lockUnmatchedMails(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('held mails', 0))::text`;
}

/** Call this in the transaction that stores an unmatched mail. */
export async function dropOldestUnmatched(tx: Prisma.TransactionClient, max = unmatchedMax): Promise<void> {
  const dropped = await tx.$executeRaw`
    DELETE FROM inbound_mails WHERE submission_id IS NULL AND id IN (
      SELECT id FROM inbound_mails WHERE submission_id IS NULL
      ORDER BY suggested_id IS NULL, received_at DESC, id DESC OFFSET ${max}
    )`;
  if (dropped) log().warn({ dropped }, "too many held mails: the oldest were dropped");
}

/**
 * Keeps the names of the files. Refusing new files instead would let a flood of mail block others. Call this in the
 * transaction that stores an unmatched mail.
 */
export async function dropOldestFiles(tx: Prisma.TransactionClient, bytesMax = fileBytesMax): Promise<void> {
  const dropped = await tx.$executeRaw`
    WITH kept AS (
      SELECT file.id, mail_id, sum(octet_length(content)) OVER (ORDER BY received_at DESC, file.id DESC) AS bytes
      FROM inbound_attachments AS file JOIN inbound_mails AS mail ON mail.id = mail_id
      WHERE submission_id IS NULL AND is_kept
    ), beyond AS (
      SELECT id, mail_id FROM kept WHERE bytes > ${bytesMax}::bigint
    ), locked AS (
      SELECT id FROM inbound_mails WHERE submission_id IS NULL AND id IN (SELECT mail_id FROM beyond) ORDER BY id FOR UPDATE
    )
    UPDATE inbound_attachments SET is_kept = false, content = ''
    WHERE id IN (SELECT id FROM beyond) AND mail_id IN (SELECT id FROM locked)`;
  if (dropped) log().warn({ dropped }, "too many files of held mails: the oldest were dropped");
}

/** Keeps the mails' headers. Call this in the transaction that stores an unmatched mail. */
export async function dropOldestTexts(tx: Prisma.TransactionClient, email: string): Promise<void> {
  // No export contains mails without a clear sender, so their texts need no limit.
  if (email === "") return;
  const dropped = await tx.$executeRaw`
    WITH kept AS (
      SELECT id, sum(octet_length(text) + octet_length(quoted)) OVER (ORDER BY received_at DESC, id DESC) AS bytes
      FROM inbound_mails WHERE submission_id IS NULL AND ${whereMailFrom(email)}
    )
    UPDATE inbound_mails SET text = '', quoted = '', held_reason = ${"unreadable" satisfies UnmatchedReason}
    WHERE submission_id IS NULL AND (text <> '' OR quoted <> '')
      AND id IN (SELECT id FROM kept WHERE bytes > ${textBytesMax}::bigint)`;
  if (dropped)
    log().warn({ dropped }, "a sender's held mails reached the text limit: only the headers of the oldest are kept");
}

/**
 * Deletes mails suggested for these deleted submissions, and mails whose senders have no submission left.
 * @returns number of mails
 */
export function deleteUnmatchedMails(
  tx: RawTransaction,
  deleted: (SubmissionRef & { email: string })[],
): Promise<number> {
  const emails = deleted.map(({ email }) => email.normalize("NFC"));
  return tx.$executeRaw`
    DELETE FROM inbound_mails WHERE submission_id IS NULL AND (
      (suggested_kind, suggested_id) IN (SELECT * FROM ${unnestRefs(deleted)})
      OR lower(from_address) IN (SELECT lower(email) FROM unnest(${emails}::text[]) AS sent (email))
        AND NOT EXISTS (SELECT FROM submissions WHERE lower(email) = lower(from_address))
    )`;
}

export async function purgeUnmatchedMails({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - daysMax * dayMilliseconds);
  await inLongTransaction((tx) =>
    tx.inboundMail.deleteMany({ where: { submissionId: null, receivedAt: { lt: before } } }),
  );
}

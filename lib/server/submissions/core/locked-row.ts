import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { NewEvent, StoredEventType } from "../../../domain/submissions/core/events.ts";
import { type LeadRoute, StoredRoute } from "../../../domain/submissions/core/schema.ts";
import { type Progress, Status } from "../../../domain/submissions/core/status.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { inDeskTransaction, type RawTransaction, unnestRefs } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import type { EventRow } from "./events.ts";

export type LockedRow = SubmissionRef &
  Progress & {
    email: string;
    route: LeadRoute | null;
    ownerId: string | null;
    ownerName: string | null;
    consentWithdrawnAt: Date | null;
    repeatOf: number | null;
    snoozedUntil: Date | null;
    replyDueAt: Date | null;
  };

/** @throws AppError `not_found` */
export function withLockedRow<Result>(
  ref: SubmissionRef,
  change: (tx: Prisma.TransactionClient, row: LockedRow) => Promise<Result>,
): Promise<Result> {
  return inDeskTransaction(async (tx) => change(tx, await lockRow(tx, ref)));
}

/** @throws AppError `not_found` */
export async function lockRow(tx: Prisma.TransactionClient, ref: SubmissionRef): Promise<LockedRow> {
  const [row] = await lockRows(tx, [ref]);
  if (!row) throw createNoSubmissionError();
  return row;
}

/** Locks the submissions' rows in a fixed order, so that two operators cannot deadlock. */
export async function lockRows(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<LockedRow[]> {
  const rows = await tx.$queryRaw<LockedRow[]>`
    SELECT s.kind, s.id, s.email, s.route, s.status, s.owner_id AS "ownerId", operators.name AS "ownerName",
      s.replied_at AS "repliedAt", s.closed_at AS "closedAt", s.close_reason AS "closeReason",
      s.consent_withdrawn_at AS "consentWithdrawnAt", s.repeat_of AS "repeatOf",
      s.snoozed_until AS "snoozedUntil", s.reply_due_at AS "replyDueAt"
    FROM submissions AS s LEFT JOIN operators ON operators.id = s.owner_id
    WHERE (s.kind, s.id) IN (SELECT * FROM ${unnestRefs(refs)}) ORDER BY s.kind, s.id FOR UPDATE OF s`;
  return rows.map((row) => ({ ...row, route: StoredRoute.parse(row.route), status: Status.parse(row.status) }));
}

/** Refuses to change a repeat, because operators work on the first submission. @throws AppError `conflict` */
export function refuseRepeat({ kind, repeatOf }: Pick<LockedRow, "kind" | "repeatOf">): void {
  if (repeatOf === null) return;
  const first = formatReference({ kind, id: repeatOf });
  const text = `This is a repeat and belongs to ${first}: change that one, or separate this one first.`;
  throw new AppError("conflict", text);
}

export function createNoSubmissionError(): AppError {
  return new AppError("not_found", "There is no such submission: it may have been erased.");
}

type LastEvent = EventRow & { id: bigint; operatorId: string | null };

const lastColumns = { id: true, type: true, at: true, actor: true, details: true, operatorId: true } as const;

/** Ignores views and sent mails. */
export function findLastEvent(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  type?: StoredEventType,
): Promise<LastEvent | null> {
  return tx.submissionEvent.findFirst({
    select: lastColumns,
    where: { kind, submissionId: id, type: type ?? { notIn: ["seen", "mail"] } },
    orderBy: { id: "desc" },
  });
}

/** A page waits 20 seconds for an answer. After that, an operator may send the same form again. */
const repeatMilliseconds = 60_000;

/** Call this with the submission's row locked. */
export async function isSentTwice(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  { type, details }: NewEvent,
  { operator, now }: OperatorContext,
): Promise<boolean> {
  const last = await findLastEvent(tx, ref, type);
  if (last?.operatorId !== operator.id || now.getTime() - last.at.getTime() >= repeatMilliseconds) return false;
  return isDeepStrictEqual(last.details, details);
}

/** Lists replies and the person's mails after an event, newest first. */
export function listMessagesAfter(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  after: string | undefined,
): Promise<LastEvent[]> {
  const isMessage = [{ type: "reply" }, { type: "inbound", details: { path: ["type"], equals: "message" } }];
  return tx.submissionEvent.findMany({
    select: lastColumns,
    where: { kind, submissionId: id, id: { gt: BigInt(after ?? 0) }, OR: isMessage },
    orderBy: { id: "desc" },
  });
}

/** Call this for a change that is not stored in the submission's own row. */
export async function raiseRevision(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<void> {
  await tx.$executeRaw`UPDATE submissions SET revision = revision + 1 WHERE kind = ${kind} AND id = ${id}`;
}

export async function storeProgress(
  tx: RawTransaction,
  { kind, id }: SubmissionRef,
  { status, repliedAt, closedAt, closeReason }: Progress,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE submissions SET status = ${status}, replied_at = ${repliedAt}::timestamptz, closed_at = ${closedAt}::timestamptz,
      close_reason = ${closeReason}, revision = revision + 1
    WHERE kind = ${kind} AND id = ${id}`;
}

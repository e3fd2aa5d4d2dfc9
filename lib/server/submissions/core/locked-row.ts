import "server-only";
import { AppError } from "../../../domain/errors.ts";
import type { StoredEventType } from "../../../domain/submissions/core/events.ts";
import { type Progress, Status } from "../../../domain/submissions/core/status.ts";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import type { EventRow } from "./events.ts";

export type LockedRow = Progress & {
  email: string;
  ownerId: string | null;
  consentWithdrawnAt: Date | null;
  repeatOf: number | null;
  snoozedUntil: Date | null;
};

/** @throws AppError `not_found` */
export function withLockedRow<Result>(
  ref: SubmissionRef,
  change: (tx: Prisma.TransactionClient, row: LockedRow) => Promise<Result>,
): Promise<Result> {
  return database((db) => db.$transaction(async (tx) => change(tx, await lockRow(tx, ref))), "desk");
}

/** @throws AppError `not_found` */
export async function lockRow(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<LockedRow> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT email, status, owner_id AS "ownerId", replied_at AS "repliedAt", closed_at AS "closedAt",
      close_reason AS "closeReason", consent_withdrawn_at AS "consentWithdrawnAt", repeat_of AS "repeatOf",
      snoozed_until AS "snoozedUntil"
    FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
  if (!row) throw noSubmission();
  return { ...row, status: Status.parse(row.status) };
}

/** Refuses to change a repeat, because operators work on the first submission. @throws AppError `conflict` */
export function refuseRepeat({ kind }: SubmissionRef, { repeatOf }: Pick<LockedRow, "repeatOf">): void {
  if (repeatOf === null) return;
  const first = formatReference({ kind, id: repeatOf });
  const text = `This is a repeat and belongs to ${first}: change that one, or separate this one first.`;
  throw new AppError("conflict", text);
}

export function noSubmission(): AppError {
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

/** Call it for a change that is not stored in the submission's own row. */
export async function raiseRevision(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<void> {
  await tx.$executeRaw`UPDATE submissions SET revision = revision + 1 WHERE kind = ${kind} AND id = ${id}`;
}

export async function storeProgress(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { status, repliedAt, closedAt, closeReason }: Progress,
): Promise<void> {
  await tx.submission.update({
    data: { revision: { increment: 1 }, status, repliedAt, closedAt, closeReason },
    select: { id: true },
    where: { kind_id: { kind, id } },
  });
}

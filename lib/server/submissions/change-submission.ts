import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { describeEvent, type StoredEvent } from "../../domain/submissions/events.ts";
import { type Progress, Status } from "../../domain/submissions/status.ts";
import { formatReference, type SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { type EventRow, toEvent } from "./events.ts";

/** The row stays locked until the transaction ends. */
export type LockedRow = Progress & {
  email: string;
  revision: number;
  ownerId: string | null;
  consentWithdrawnAt: Date | null;
  repeatOf: number | null;
  snoozedUntil: Date | null;
};
export type Changed = { revision: number; event: string | null };
type Seen = SubmissionRef & { revision: number };
type Options = {
  /**
   * Returns true if the operator's own last change already did what this one asks, as when a browser sends a form
   * twice: that is no conflict.
   */
  isDone?: (row: LockedRow, last: StoredEvent) => boolean;
  takesRepeats?: boolean;
};
/** Null lets the change through; else the event that came between, and whether it is what the change asks for. */
type Guard = (
  tx: Prisma.TransactionClient,
  row: LockedRow,
) => Promise<{ last: LastEvent | null; isDone: boolean } | null>;
type Change = (tx: Prisma.TransactionClient, row: LockedRow) => Promise<string | null>;

/**
 * Runs `change` in one transaction, provided that the row still has the revision which the operator has seen.
 * @param change returns its event on the timeline; null if it changed nothing
 * @returns the row's new revision, and the event
 * @throws AppError `not_found`; `conflict`, naming who was first, when the row has changed since, or is a repeat;
 *   `unavailable`
 */
export function changeSubmission(
  operator: Operator,
  seen: Seen,
  change: Change,
  { isDone = () => false, takesRepeats = false }: Options = {},
): Promise<Changed> {
  const guard: Guard = async (tx, row) => {
    if (row.revision === seen.revision) return null;
    const last = await findLastEvent(tx, seen);
    return { last, isDone: last?.operatorId === operator.id && isDone(row, toEvent(last)) };
  };
  return changeGuarded(operator, seen, change, { guard, takesRepeats });
}

/** As `changeSubmission`, provided that `guard` finds nothing in the way. */
export function changeGuarded(
  operator: Operator,
  seen: SubmissionRef,
  change: Change,
  { guard, takesRepeats = false }: { guard: Guard; takesRepeats?: boolean },
): Promise<Changed> {
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const row = await lockRow(tx, seen);
        if (!takesRepeats) refuseRepeat(seen, row);
        const found = await guard(tx, row);
        if (found) {
          const { last, isDone } = found;
          if (last && isDone) return { revision: row.revision, event: String(last.id) };
          throw toConflict(last, last?.operatorId === operator.id);
        }
        const event = await change(tx, row);
        if (event === null) return { revision: row.revision, event };
        if (row.snoozedUntil) await endSnooze(tx, seen);
        return { revision: row.revision + 1, event };
      }),
    "desk",
  );
}

/** @throws AppError `not_found` */
export async function lockRow(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<LockedRow> {
  const [row] = await tx.$queryRaw<LockedRow[]>`
    SELECT email, status, owner_id AS "ownerId", revision, replied_at AS "repliedAt", closed_at AS "closedAt",
      close_reason AS "closeReason", consent_withdrawn_at AS "consentWithdrawnAt", repeat_of AS "repeatOf",
      snoozed_until AS "snoozedUntil"
    FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
  if (!row) throw noSubmission();
  return { ...row, status: Status.parse(row.status) };
}

/**
 * What has come back leaves its place on top when somebody does something about it; what is closed need not come back.
 */
async function endSnooze(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<void> {
  await tx.$executeRaw`
    UPDATE submissions SET snoozed_until = NULL
    WHERE kind = ${kind} AND id = ${id} AND (snoozed_until <= now() OR closed_at IS NOT NULL)`;
}

/** What is done about a repeat belongs to the first one. @throws AppError `conflict` */
export function refuseRepeat({ kind }: SubmissionRef, { repeatOf }: Pick<LockedRow, "repeatOf">): void {
  if (repeatOf === null) return;
  const first = formatReference({ kind, id: repeatOf });
  throw new AppError(
    "conflict",
    `This is a repeat and belongs to ${first}: change that one, or separate this one first.`,
  );
}

export function noSubmission(): AppError {
  return new AppError("not_found", "There is no such submission: it may have been erased.");
}

export type LastEvent = EventRow & { id: bigint; operatorId: string | null };

const lastColumns = { id: true, type: true, at: true, actor: true, details: true, operatorId: true } as const;

/** The last change on a submission's timeline: views and sent mails are none. */
export function findLastEvent(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<LastEvent | null> {
  return tx.submissionEvent.findFirst({
    select: lastColumns,
    where: { kind, submissionId: id, type: { notIn: ["seen", "mail"] } },
    orderBy: { id: "desc" },
  });
}

function toConflict(last: LastEvent | null, isOwn: boolean): AppError {
  const who = isOwn ? "you" : last?.actor;
  const what = last ? `: ${who} ${describeEvent(toEvent(last))}` : "";
  return new AppError("conflict", `This has changed since you opened it${what}. Nothing was saved now: look again.`);
}

/** Replies and mails of the person after that message, the newest first. */
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

/** For a change that is not in the row. */
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

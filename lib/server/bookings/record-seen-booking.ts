import "server-only";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { onKind } from "../../domain/errors.ts";
import { foldAddress } from "../../domain/mail-address.ts";
import { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { isErasedSince, lockPerson } from "../submissions/core/erasure-records.ts";
import { lockRow } from "../submissions/core/locked-row.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";
import { parseMaybeSignedReference } from "../submissions/core/verdict.ts";
import { forgetFreeTimes } from "./free-times.ts";
import { type ChangeOutcome, recordChange } from "./record-change.ts";
import { askOperatorToMatch, deleteUnmatchedBooking } from "./unmatched-bookings.ts";

/**
 * Records a booking once, whatever the order of calls. For a move, pass only the new booking.
 * @throws AppError `unavailable`
 */
export async function recordSeenBooking(seen: SeenBooking, now: Date): Promise<ChangeOutcome> {
  const recorded = await inDeskTransaction(async (tx) => {
    await lockPerson(tx, seen.email);
    if (await isErasedSince(tx, seen.email, seen.bookedAt)) return "ignored";
    const found =
      (await findByStoredBooking(tx, seen)) ?? (await findByReference(tx, seen)) ?? (await findBySender(tx, seen));
    if (!found) {
      await deleteUnmatchedBooking(tx, seen);
      return "ignored";
    }
    // Locked before the booking, as in an erasure, so that the two cannot deadlock.
    const row = await lockRow(tx, found.ref);
    if (row.consentWithdrawnAt) return "ignored";
    if (!found.isSure) return askOperatorToMatch(tx, found.ref, seen, now);
    await deleteUnmatchedBooking(tx, seen);
    return recordChange(tx, { ref: found.ref, row, seen: { ...seen, isProven: found.isProven } }, now);
  }).catch(onKind("not_found", () => "ignored" as const));
  if (recorded === "recorded") forgetFreeTimes();
  const isToCome = seen.state === "booked" && seen.startAt > now;
  const isByUs = parseMaybeSignedReference(seen.reference)?.isSigned || uuidPattern.test(seen.reference ?? "");
  if (recorded === "ignored" && isToCome && isByUs) {
    log().warn({ uid: seen.uid }, "a booking must be cancelled by hand if the person has withdrawn or was erased");
  }
  return recorded;
}

type SubmissionMatch = { ref: SubmissionRef; isSure: boolean; isProven: boolean } | null;

const uuidPattern = /^[0-9a-f-]{36}$/;

/** Finds the submission of a booking that we made or have recorded. */
async function findByStoredBooking(
  tx: Prisma.TransactionClient,
  { uid, movedFrom, reference = "" }: SeenBooking,
): Promise<SubmissionMatch> {
  const uids = movedFrom === undefined ? [uid] : [uid, movedFrom];
  const own = uuidPattern.test(reference) ? [{ id: reference }] : [];
  const select = { uid: true, kind: true, submissionId: true, isProven: true };
  const rows = await tx.booking.findMany({ select, where: { OR: [{ uid: { in: uids } }, ...own] } });
  const row = rows.find((each) => each.uid === uid) ?? rows[0];
  if (!row) return null;
  const { kind, submissionId: id } = row;
  // Anybody can copy the reference of our own booking into another one.
  const isProven = row.isProven && (row.uid === null || uids.includes(row.uid));
  return { ref: SubmissionRef.parse({ kind, id }), isSure: true, isProven };
}

/** If the reference is that of a repeat, returns its first submission. */
async function findByReference(
  tx: Prisma.TransactionClient,
  { reference, email }: SeenBooking,
): Promise<SubmissionMatch> {
  const handed = parseMaybeSignedReference(reference);
  if (!handed) return null;
  const columns = { kind: true, id: true, email: true, route: true, consentWithdrawnAt: true } as const;
  const select = { ...columns, first: { select: columns } };
  const row = await tx.submission.findUnique({ select, where: { kind_id: handed.ref } });
  const first = row?.first ?? row;
  if (!row || !first) return null;
  const rows = [row, first];
  if (rows.some(({ route, consentWithdrawnAt }) => route !== "qualified" || consentWithdrawnAt)) return null;
  const isOwn = rows.some((each) => foldAddress(each.email) === foldAddress(email));
  const { isSigned } = handed;
  // A person may hand the link to somebody else, whose booking they must not change.
  return { ref: SubmissionRef.parse(first), isSure: isSigned || isOwn, isProven: isSigned && isOwn };
}

/** `isSure` is true if, before booking, the person had sent only one submission, or all others were spam. */
async function findBySender(tx: Prisma.TransactionClient, { email, bookedAt }: SeenBooking): Promise<SubmissionMatch> {
  const rows = await tx.$queryRaw<{ id: number; createdAt: Date; status: string }[]>`
    SELECT id, created_at AS "createdAt", status FROM submissions
    WHERE ${whereSentBy(email)} AND kind = 'evaluation' AND route = 'qualified' AND repeat_of IS NULL
      AND consent_withdrawn_at IS NULL
    ORDER BY status = 'spam', id DESC`;
  const [sent, ...others] = rows.filter(({ createdAt }) => createdAt <= bookedAt);
  const newest = sent ?? rows[0];
  const isSure = sent !== undefined && others.every(({ status }) => status === "spam");
  return newest ? { ref: { kind: "evaluation", id: newest.id }, isSure, isProven: false } : null;
}

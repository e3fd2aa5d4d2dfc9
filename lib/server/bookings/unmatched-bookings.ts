import "server-only";
import type { OperatorContext } from "../../domain/access/operator.ts";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { AppError } from "../../domain/errors.ts";
import { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import type { BookingMatch, UnmatchedBooking, UnmatchedBookingRef } from "../../domain/submissions/inbox/inbox-page.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction, type RawTransaction } from "../db.ts";
import { env } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { lockRow } from "../submissions/core/locked-row.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";
import { recordChange } from "./record-change.ts";

const shownMax = 20;

export async function listUnmatchedBookings({ now }: OperatorContext): Promise<UnmatchedBooking[]> {
  const where = { email: { not: null }, endAt: { gt: now } };
  const rows = await database(
    (db) => db.unmatchedBooking.findMany({ where, orderBy: { startAt: "asc" }, take: shownMax }),
    "desk",
  );
  return rows.flatMap(({ uid, startAt, email, kind, submissionId: id }) =>
    email === null ? [] : [{ uid, startAt, email, suggestion: SubmissionRef.parse({ kind, id }) }],
  );
}

/** Lists a future booking at the desk, once, to ask whose it is. Call this with the submission's row locked. */
export async function askOperatorToMatch(
  tx: Prisma.TransactionClient,
  { kind, id: submissionId }: SubmissionRef,
  seen: SeenBooking,
  now: Date,
): Promise<"asked" | "known" | "ignored"> {
  const { uid, startAt, endAt, timeZone = env().TIME_ZONE, changedAt, bookedAt } = seen;
  const asked = await tx.unmatchedBooking.findMany({ where: { uid: { in: listUids(seen) } } });
  if (asked.some((each) => each.uid === uid && each.changedAt >= changedAt)) return "known";
  await deleteUnmatchedBooking(tx, seen);
  if (seen.state === "cancelled" || endAt <= now) return "ignored";
  const isDismissed = asked.some(({ email }) => email === null);
  const email = isDismissed ? null : seen.email;
  await tx.unmatchedBooking.create({
    data: { uid, kind, submissionId, startAt, endAt, timeZone, email, changedAt, bookedAt },
  });
  return isDismissed ? "ignored" : "asked";
}

const listUids = ({ uid, movedFrom }: SeenBooking) => (movedFrom === undefined ? [uid] : [uid, movedFrom]);

export async function deleteUnmatchedBooking(tx: Prisma.TransactionClient, seen: SeenBooking): Promise<void> {
  await tx.unmatchedBooking.deleteMany({ where: { uid: { in: listUids(seen) } } });
}

/**
 * Adds the booking to the submission or, if that is a repeat, to its first submission.
 * @throws AppError `not_found` when the submission is gone, or somebody has matched or dismissed the booking;
 * `conflict` when the submission was withdrawn
 */
export async function matchBooking(
  { uid, reference }: BookingMatch,
  { operator, now }: OperatorContext,
): Promise<void> {
  await inDeskTransaction(async (tx) => {
    const where = { kind_id: reference };
    const given = await tx.submission.findUnique({ select: { repeatOf: true }, where });
    const ref = { ...reference, id: given?.repeatOf ?? reference.id };
    const row = await lockRow(tx, ref);
    const asked = await tx.unmatchedBooking.findUnique({ where: { uid } });
    const { count } = await tx.unmatchedBooking.deleteMany({ where: { uid, email: { not: null } } });
    if (!asked?.email || !count) throw createNoBookingError();
    const seen = { ...asked, email: asked.email, state: "booked", isProven: false } as const;
    const recorded = row.consentWithdrawnAt ? "ignored" : await recordChange(tx, { ref, row, seen, operator }, now);
    if (recorded !== "recorded") {
      throw new AppError("conflict", "The submission was withdrawn.");
    }
    await recordAudit(tx, { at: now, actor: operator, action: "booking_matched", details: ref });
  });
}

const createNoBookingError = () =>
  new AppError("not_found", "There is no such booking: somebody may have matched or dismissed it.");

/** Keeps the booking's id until its time is over, so that no operator is asked again. @throws AppError `not_found` */
export async function dismissBooking({ uid }: UnmatchedBookingRef, { operator, now }: OperatorContext): Promise<void> {
  await inDeskTransaction(async (tx) => {
    const where = { uid, email: { not: null } };
    const { count } = await tx.unmatchedBooking.updateMany({ data: { email: null }, where });
    if (!count) throw createNoBookingError();
    await recordAudit(tx, { at: now, actor: operator, action: "booking_dismissed" });
  });
}

/** Lists bookings for the export of a person's data. */
export function listUnmatchedBookingsFrom(tx: Prisma.TransactionClient, email: string) {
  return tx.$queryRaw<(Pick<SeenBooking, "startAt" | "endAt" | "bookedAt"> & { timeZone: string })[]>`
    SELECT start_at AS "startAt", end_at AS "endAt", time_zone AS "timeZone", booked_at AS "bookedAt"
    FROM unmatched_bookings WHERE ${whereSentBy(email)}`;
}

/** @returns number of bookings */
export function eraseUnmatchedBookings(tx: RawTransaction, email: string): Promise<number> {
  return tx.$executeRaw`DELETE FROM unmatched_bookings WHERE ${whereSentBy(email)}`;
}

import "server-only";
import { randomUUID } from "node:crypto";
import type { BookedTime, Booking, BookingProblem } from "../../domain/bookings/booking.ts";
import { Locale } from "../../domain/locale.ts";
import { toProgress } from "../../domain/submissions/core/status.ts";
import { formatReference, SubmissionKind, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { OutsideError } from "../outside-request.ts";
import { insertEvent, person, toStatusBefore } from "../submissions/core/events.ts";
import { lockRow, raiseRevision, storeProgress } from "../submissions/core/locked-row.ts";
import type { Receipt } from "../submissions/intake/receipts.ts";
import { createBooking, findBookingService, findServiceBooking, type ServiceBooking } from "./cal-com.ts";
import { forgetFreeTimes, listFreeTimes } from "./free-times.ts";

/** A submission whose person may book. */
export type Booker = SubmissionRef & { name: string; email: string; language: Locale };

/**
 * Returns null without a booking service, and unless the submission of the receipt is qualified and still stands: not
 * withdrawn, erased or spam.
 * @throws AppError `unavailable`
 */
export async function findBooker({ kind, id, sentAt }: Receipt): Promise<Booker | null> {
  if (!findBookingService()) return null;
  const row = await database((db) => db.submission.findUnique({ where: { kind_id: { kind, id } } }));
  // After a restore, the number may belong to another submission.
  if (!row || row.createdAt.getTime() !== sentAt.getTime()) return null;
  if (row.route !== "qualified" || row.consentWithdrawnAt || row.status === "spam") return null;
  return toBooker(row);
}

type BookerRow = { kind: string; id: number; name: string; email: string; language: string };

function toBooker({ kind, id, name, email, language }: BookerRow): Booker {
  return { kind: SubmissionKind.parse(kind), id, name, email, language: Locale.parse(language) };
}

export type Offer = { booking: Booking } | { times: Date[] } | null;

/**
 * Returns the standing booking, or else the free times.
 * @returns null if the person should use the booking link instead
 */
export async function offerTimes(booker: Booker, now: Date): Promise<Offer> {
  const booking = await settleBooking(booker, now);
  if (booking) return { booking };
  const times = await listFreeTimes(now);
  return times?.length ? { times } : null;
}

type Wish = { startAt: Date; timeZone: string };

/**
 * Books one time at the booking service. The row is committed before the service is asked. A doubtful answer leaves it
 * pending: nothing else can be booked until the service has told what became of it.
 * @throws AppError `unavailable` if the database is, and then nothing was booked
 */
export async function bookTime(
  booker: Booker,
  { startAt, timeZone }: Wish,
  now: Date,
): Promise<Booking | BookingProblem> {
  const service = findBookingService();
  if (!service || startAt <= now) return service ? "taken" : "unavailable";
  const standing = await settleBooking(booker, now);
  if (standing) return standing;
  const { kind, id: submissionId } = booker;
  const id = randomUUID();
  const { count } = await database((db) =>
    db.booking.createMany({
      data: { id, kind, submissionId, state: "pending", startAt, timeZone, askedAt: now },
      skipDuplicates: true,
    }),
  );
  if (!count) return (await settleBooking(booker, now)) ?? "taken";
  const row = { id, startAt, timeZone, askedAt: now };
  try {
    const answer = await createBooking(service, { ...booker, ...row, submission: formatReference(booker) });
    if (typeof answer !== "string") return await storeBooked(booker, row, answer, now);
    await removePending(id);
    forgetFreeTimes();
    return answer;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.isSent) return (await lookUp(booker, row, now)) ?? "taken";
    await removePending(id);
    return "unavailable";
  }
}

type PendingRow = { id: string; startAt: Date; timeZone: string; askedAt: Date };

/** Time that the service gets to answer before it is asked what became of a booking. */
const answerMilliseconds = 15_000;
/** Time after which a booking that the service does not know was never made. */
const doubtMilliseconds = 120_000;

/** Returns the standing booking. Asks the service about one that has been pending for a while. */
async function settleBooking(booker: Booker, now: Date): Promise<Booking | null> {
  const row = await findRow(booker);
  if (!row) return null;
  const isAsked = row.uid !== null || now.getTime() - row.askedAt.getTime() < answerMilliseconds;
  return isAsked ? toBooking(row) : lookUp(booker, row, now);
}

/** Returns the standing booking as it was last heard of. */
export async function findBooking(ref: SubmissionRef): Promise<Booking | null> {
  const row = await findRow(ref);
  return row && toBooking(row);
}

const findRow = ({ kind, id: submissionId }: SubmissionRef) =>
  database((db) => db.booking.findFirst({ where: { kind, submissionId, state: { not: "cancelled" } } }));

function toBooking(row: PendingRow & { endAt: Date | null; uid: string | null }): Booking {
  return row.endAt && row.uid ? toBookedTime({ ...row, endAt: row.endAt, uid: row.uid }) : toPending(row);
}

/** @returns null if the booking was not made */
async function lookUp(booker: Booker, row: PendingRow, now: Date): Promise<Booking | null> {
  const service = findBookingService();
  try {
    const found = service && (await findServiceBooking(service, row.id, booker.email));
    if (found && isStanding(found)) return await storeBooked(booker, row, found, now);
    const isOver = now.getTime() - row.askedAt.getTime() > doubtMilliseconds;
    if (!found && !isOver) return toPending(row);
  } catch (error) {
    if (error instanceof OutsideError) return toPending(row);
    throw error;
  }
  await removePending(row.id);
  return null;
}

const isStanding = ({ status }: ServiceBooking) => status === "accepted" || status === "pending";

const toPending = ({ startAt, timeZone }: PendingRow): Booking => ({ state: "pending", startAt, timeZone });

type BookedRow = { id: string; startAt: Date; endAt: Date; timeZone: string; uid: string };

function toBookedTime({ id, startAt, endAt, timeZone, uid }: BookedRow): BookedTime {
  const manageUrl = `${new URL(env().SCHEDULING_URL).origin}/booking/${uid}`;
  return { state: "booked", id, startAt, endAt, timeZone, manageUrl };
}

async function storeBooked(
  booker: Booker,
  { id, timeZone }: Pick<PendingRow, "id" | "timeZone">,
  { uid, start: startAt, end: endAt }: ServiceBooking,
  now: Date,
): Promise<BookedTime> {
  await database((db) =>
    db.$transaction(async (tx) => {
      const data = { state: "booked", uid, startAt, endAt };
      const { count } = await tx.booking.updateMany({ data, where: { id, state: "pending" } });
      if (count) await recordBooked(tx, booker, startAt, now);
    }),
  );
  forgetFreeTimes();
  return toBookedTime({ id, startAt, endAt, timeZone, uid });
}

/** The person books, so the response clock ends. A submission that is closed as won stays so. */
async function recordBooked(tx: Prisma.TransactionClient, ref: SubmissionRef, startAt: Date, now: Date): Promise<void> {
  const row = await lockRow(tx, ref);
  const details = { change: "booked", startAt: startAt.toISOString() } as const;
  await insertEvent(tx, person, ref, { type: "booking", details }, now);
  if (["booked", "won", "spam"].includes(row.status)) return raiseRevision(tx, ref);
  const progress = toProgress(row, "booked", undefined, now);
  await storeProgress(tx, ref, progress);
  const change = { from: row.status, to: progress.status, before: toStatusBefore(row) };
  await insertEvent(tx, person, ref, { type: "status", details: change }, now);
}

async function removePending(id: string): Promise<void> {
  await database((db) => db.booking.deleteMany({ where: { id, state: "pending" } }));
}

const settledMax = 20;

/** Asks the service about bookings whose answer was lost, also where the person does not come back. */
export async function settlePendingBookings(now: Date): Promise<void> {
  if (!findBookingService()) return;
  const rows = await database((db) =>
    db.booking.findMany({
      include: { submission: true },
      where: { state: "pending", askedAt: { lt: new Date(now.getTime() - answerMilliseconds) } },
      orderBy: { askedAt: "asc" },
      take: settledMax,
    }),
  );
  for (const { submission, ...row } of rows) await lookUp(toBooker(submission), row, now);
}

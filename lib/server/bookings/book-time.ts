import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { BookedTime, Booking, BookingProblem } from "../../domain/bookings/booking.ts";
import { AppError, onKind } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import { toPlainName } from "../../domain/plain-text.ts";
import type { ConsentEvidence } from "../../domain/request-context.ts";
import { formatReference, SubmissionKind, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { describeError, log } from "../log.ts";
import { OutsideError } from "../outside-request.ts";
import { oncePerProcess } from "../process.ts";
import { lockRow } from "../submissions/core/locked-row.ts";
import type { Receipt } from "../submissions/intake/receipts.ts";
import {
  cancelBooking,
  createBooking,
  findBookingService,
  findServiceBooking,
  isActiveBooking,
  type ServiceBooking,
} from "./cal-com.ts";
import { forgetFreeTimes, listFreeTimes } from "./free-times.ts";
import { findStandingBooking, setBookedStatus } from "./record-change.ts";

/** A submission whose sender may book. */
export type Booker = Person & { name: string; language: Locale };
type Person = SubmissionRef & { email: string };

const columns = {
  kind: true,
  id: true,
  createdAt: true,
  name: true,
  email: true,
  language: true,
  route: true,
  status: true,
  repliedAt: true,
  channel: true,
  agentName: true,
  userConsent: true,
  consentConfirmedAt: true,
  consentWithdrawnAt: true,
} as const;

/** `first` is the submission that this one repeats. Null if it was erased. @throws AppError `unavailable` */
export async function findReceiptSubmission({ kind, id, sentAt }: Receipt) {
  const query = { select: { ...columns, first: { select: columns } }, where: { kind_id: { kind, id } } };
  const row = await database((db) => db.submission.findUnique(query));
  // After a restore, the number may belong to another submission.
  return row?.createdAt.getTime() === sentAt.getTime() ? row : null;
}

type ReceiptSubmission = NonNullable<Awaited<ReturnType<typeof findReceiptSubmission>>>;

/** Asks the database only if there is a booking service. @throws AppError `unavailable` */
export async function findBooker(receipt: Receipt): Promise<Booker | null> {
  const sent = env().BOOKING_SERVICE ? await findReceiptSubmission(receipt) : null;
  return sent && chooseBooker(sent);
}

/**
 * Returns null if there is no booking service, or if the submission is not qualified, or was withdrawn or marked as
 * spam. For a repeat, returns its first submission. The booking service mails the name to an address that a stranger
 * may have entered, so links are taken out of it.
 */
export function chooseBooker(sent: ReceiptSubmission): Booker | null {
  const first = sent.first ?? sent;
  const isBookable = ({ route, consentWithdrawnAt, status }: Omit<ReceiptSubmission, "first">) =>
    route === "qualified" && consentWithdrawnAt === null && status !== "spam";
  if (!env().BOOKING_SERVICE || !isBookable(sent) || !isBookable(first)) return null;
  const { id, name, email } = first;
  const ref = { kind: SubmissionKind.parse(first.kind), id };
  return { ...ref, name: toPlainName(name) || formatReference(ref), email, language: Locale.parse(first.language) };
}

export type Offer = { booking: Booking } | { times: Date[] } | null;

/** Maximum time that a page waits for the outcome of a booking. */
const pageMilliseconds = 1_000;

/**
 * Returns the current booking, or the free times if there is none.
 * @returns null if the person should use the booking link instead
 */
export async function offerTimes(booker: Booker, now: Date): Promise<Offer> {
  const row = await findRow(booker, now);
  if (row && !isOutcomeUnknown(row, now)) return { booking: toBooking(row) };
  // Ask for both at the same time, so that the page waits only for the slower one.
  const [booking, times] = await Promise.all([row && findOutcomeSoon(booker, row, now), listFreeTimes(now)]);
  if (booking) return { booking };
  return times?.length ? { times } : null;
}

type TimeRequest = {
  startAt: Date;
  timeZone: string;
  /** Set if an assistant books. */
  consentEvidence?: ConsentEvidence | undefined;
};

/**
 * Books one time at the booking service. The row is committed before the service is asked. If the answer is lost, the
 * row stays pending, and nothing else can be booked until the outcome is known.
 * @throws AppError `unavailable` if the database is unavailable, and then nothing was booked
 */
export async function bookTime(
  booker: Booker,
  { startAt, timeZone, consentEvidence }: TimeRequest,
  now: Date,
): Promise<Booking | BookingProblem> {
  const service = findBookingService();
  if (!service) return "unavailable";
  if (startAt <= now) return "taken";
  const standing = await settleBooking(booker, now);
  if (standing) return standing;
  const row = { id: randomUUID(), startAt, timeZone, askedAt: now, consentEvidence: consentEvidence ?? null };
  if (!(await insertPendingBooking(booker, row))) return (await settleBooking(booker, now)) ?? "unavailable";
  try {
    const answer = await createBooking(service, { ...booker, ...row, submission: formatReference(booker) });
    if (typeof answer !== "string" && isActiveBooking(answer))
      return await storeServiceBooking(booker, row, answer, now);
    await removePendingBooking(row.id);
    forgetFreeTimes();
    return typeof answer === "string" ? answer : "taken";
  } catch (error) {
    // The service has booked, but the database is unavailable: the worker stores the booking later.
    if (error instanceof AppError && error.kind === "unavailable") return toPendingBooking(row);
    if (error instanceof AppError && error.kind === "not_found") return "unavailable";
    if (!(error instanceof OutsideError)) throw error;
    if (error.isSent) return (await findOutcomeOnce(booker, row, now)) ?? "taken";
    await removePendingBooking(row.id);
    return "unavailable";
  }
}

type PendingRow = { id: string; startAt: Date; timeZone: string; askedAt: Date; consentEvidence: string | null };
type Row = PendingRow & { endAt: Date | null; uid: string | null; isProven: boolean };

/**
 * Inserts nothing if there is already a booking, or if the submission was erased, withdrawn, marked as spam or linked
 * to the one that it repeats.
 */
function insertPendingBooking(ref: SubmissionRef, row: PendingRow): Promise<boolean> {
  const inserted = database((db) =>
    db.$transaction(async (tx) => {
      const { consentWithdrawnAt, status, repeatOf } = await lockRow(tx, ref);
      if (consentWithdrawnAt || status === "spam" || repeatOf !== null) return false;
      if (await findStandingBooking(tx, ref, row.askedAt)) return false;
      await tx.booking.create({ data: { ...row, kind: ref.kind, submissionId: ref.id, state: "pending" } });
      return true;
    }),
  );
  return inserted.catch(onKind("not_found", () => false));
}

/** Time that the service has to respond before we look up the outcome of a booking. */
const answerMilliseconds = 15_000;
/** A booking that the service still does not know after this time counts as not made. */
const doubtMilliseconds = 120_000;

const isOutcomeUnknown = ({ uid, askedAt }: Row, now: Date) =>
  uid === null && now.getTime() - askedAt.getTime() >= answerMilliseconds;

/** Returns the current booking. If it has been pending for a while, asks the booking service for its outcome. */
async function settleBooking(booker: Booker, now: Date): Promise<Booking | null> {
  const row = await findRow(booker, now);
  return row && isOutcomeUnknown(row, now) ? findOutcomeOnce(booker, row, now) : row && toBooking(row);
}

/** Returns the current booking as stored, without asking the service. */
export async function findBooking(ref: SubmissionRef): Promise<Booking | null> {
  const row = await findRow(ref);
  return row && toBooking(row);
}

/** Ignores bookings that have taken place before `now`: the person may book again. */
const findRow = (ref: SubmissionRef, now?: Date) => database((db) => findStandingBooking(db, ref, now));

function toBooking(row: Row): Booking {
  return row.endAt && row.uid ? toBookedTime({ ...row, endAt: row.endAt, uid: row.uid }) : toPendingBooking(row);
}

const lookUpMilliseconds = 5_000;
/** Callers share one look-up of each booking at a time, however often its page is loaded. */
const openLookUps = oncePerProcess("look-ups of bookings", () => new Map<string, Promise<Booking | null>>());

/** Asks the service for the outcome of a booking. @returns null if it was not made */
function findOutcomeOnce(person: Person, row: PendingRow, now: Date): Promise<Booking | null> {
  const known = openLookUps.get(row.id);
  if (known) return known;
  const asked = findOutcome(person, row, now).finally(() => openLookUps.delete(row.id));
  openLookUps.set(row.id, asked);
  return asked;
}

/** Counts the booking as pending if the service does not answer in time for a page. */
function findOutcomeSoon(person: Person, row: PendingRow, now: Date): Promise<Booking | null> {
  const pending = setTimeout(pageMilliseconds, toPendingBooking(row), { ref: false });
  return Promise.race([findOutcomeOnce(person, row, now), pending]);
}

async function findOutcome(person: Person, row: PendingRow, now: Date): Promise<Booking | null> {
  const service = findBookingService();
  try {
    const sought = { ...row, email: person.email };
    const found = service && (await findServiceBooking(service, sought, lookUpMilliseconds));
    if (found && isActiveBooking(found)) return await storeServiceBooking(person, row, found, now);
    const isOver = now.getTime() - row.askedAt.getTime() > doubtMilliseconds;
    if (!found && !isOver) return toPendingBooking(row);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    // Once the booked time has passed, the outcome no longer matters, and the person may book another time.
    if (row.startAt > now) return toPendingBooking(row);
    log().warn({ booking: row.id }, "the booking service never reported the outcome of a booking");
  }
  await removePendingBooking(row.id);
  return null;
}

const toPendingBooking = ({ startAt, timeZone, askedAt }: PendingRow): Booking => ({
  state: "pending",
  startAt,
  timeZone,
  linkAt: new Date(askedAt.getTime() + doubtMilliseconds),
});

type BookedRow = { id: string; startAt: Date; endAt: Date; timeZone: string; uid: string; isProven: boolean };

function toBookedTime({ id, startAt, endAt, timeZone, uid, isProven }: BookedRow): BookedTime {
  const { BOOKING_SERVICE, SCHEDULING_URL } = env();
  const page = BOOKING_SERVICE === "calendly" ? "reschedulings" : "booking";
  const manageUrl = isProven ? `${new URL(SCHEDULING_URL).origin}/${page}/${uid}` : null;
  return { state: "booked", id, startAt, endAt, timeZone, manageUrl };
}

/**
 * Stores the booking that the service made. Cancels it there if the submission was erased or withdrawn in the meantime.
 * @throws AppError `not_found` if it was cancelled, `unavailable` if the database does not respond
 */
async function storeServiceBooking(
  ref: SubmissionRef,
  { id, timeZone, consentEvidence }: PendingRow,
  { uid, start: startAt, end: endAt }: ServiceBooking,
  now: Date,
): Promise<BookedTime> {
  try {
    await database((db) =>
      db.$transaction(async (tx) => {
        // Locked before the booking, as in an erasure, so that the two cannot deadlock.
        const row = await lockRow(tx, ref);
        if (row.consentWithdrawnAt) throw new AppError("not_found", "The submission has been withdrawn.");
        const data = { state: "booked", uid, startAt, endAt };
        const { count } = await tx.booking.updateMany({ data, where: { id, state: "pending" } });
        if (count) await setBookedStatus(tx, ref, row, { startAt, consentEvidence }, now);
      }),
    );
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found") {
      await removePendingBooking(id);
      await cancelBooking(uid);
    }
    throw error;
  }
  forgetFreeTimes();
  return toBookedTime({ id, startAt, endAt, timeZone, uid, isProven: true });
}

async function removePendingBooking(id: string): Promise<void> {
  await database((db) => db.booking.deleteMany({ where: { id, state: "pending" } }));
}

const settledMax = 20;

type Settling = { max?: number; signal?: AbortSignal | undefined };

/** Settles what must be settled even if the person does not come back. Logs failures. */
export async function settleBookings(now: Date, { max = settledMax, signal }: Settling = {}): Promise<void> {
  await findLostOutcomes(now, { max, signal }).catch(logFailure);
  await cancelWithdrawnBookings(now, { max, signal }).catch(logFailure);
}

/** Looks up bookings whose response was lost. */
async function findLostOutcomes(now: Date, { max, signal }: Settling): Promise<void> {
  if (!findBookingService()) return;
  const query = {
    include: { submission: { select: { email: true } } },
    where: { state: "pending", askedAt: { lt: new Date(now.getTime() - answerMilliseconds) } },
    orderBy: { askedAt: "asc" },
    take: max,
  } as const;
  for (const { kind, submissionId, submission, ...row } of await database((db) => db.booking.findMany(query), "mail")) {
    const person = { kind: SubmissionKind.parse(kind), id: submissionId, email: submission.email };
    if (!signal?.aborted) await findOutcomeOnce(person, row, now).catch(logFailure);
  }
}

/** Each is cancelled once: if the service fails, the log asks to do it by hand. */
export async function cancelWithdrawnBookings(now: Date, { max = settledMax, signal }: Settling): Promise<void> {
  const withdrawn = { state: "booked", endAt: { gt: now }, submission: { consentWithdrawnAt: { not: null } } };
  const query = { select: { id: true, uid: true }, where: withdrawn, take: max } as const;
  for (const { id, uid } of await database((db) => db.booking.findMany(query), "mail")) {
    if (signal?.aborted) return;
    if (uid !== null) await cancelBooking(uid);
    await database((db) => db.booking.updateMany({ data: { state: "cancelled" }, where: { id, state: "booked" } }));
  }
}

function logFailure(error: unknown): void {
  log().warn({ error: describeError(error) }, "a booking could not be settled");
}

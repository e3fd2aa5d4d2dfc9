// Use cases for an assistant that has the receipt of a submission: free times, a booking and the submission's state.
import "server-only";
import {
  type Booking,
  type BookingResult,
  chooseTimes,
  type FreeTimes,
  reminderTokenDays,
  type SubmissionState,
} from "../../domain/bookings/booking.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import type { ConsentEvidence } from "../../domain/request-context.ts";
import { findAssistantName } from "../../domain/submissions/core/consent.ts";
import { formatReference, parseReference, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { database } from "../db.ts";
import { readSignedText, signText } from "../derived-keys.ts";
import { env } from "../env.ts";
import { findReplyAfter } from "../submissions/core/events.ts";
import { type Receipt, readReceipt } from "../submissions/intake/receipts.ts";
import { bookTime, chooseBooker, findBooking, findReceiptSubmission, offerTimes } from "./book-time.ts";

type GivenReceipt = { receipt: unknown; reference?: string | undefined };

/** @throws AppError `not_found`, the same for a wrong receipt, an expired one and one of another submission */
export function requireReceipt({ receipt: text, reference }: GivenReceipt, now: Date): Receipt {
  const kind = parseReference(String(text).split(".")[0] ?? "")?.kind ?? "evaluation";
  const receipt = readReceipt(kind, now, text);
  if (receipt && (reference === undefined || formatReference(receipt) === reference)) return receipt;
  throw createUnknownReceiptError();
}

const createUnknownReceiptError = () =>
  new AppError("not_found", "There is no submission with this receipt, or the receipt is older than seven days.");

/** @throws AppError `not_found` for an erased submission; `unavailable` if the database does not respond */
export async function listTimes(receipt: Receipt, zone: string | undefined, now: Date): Promise<FreeTimes> {
  const timeZone = zone ?? env().TIME_ZONE;
  const sent = await requireReceiptSubmission(receipt);
  const booker = chooseBooker(sent);
  const offer = booker && (await offerTimes(booker, now));
  const times = offer && "times" in offer ? chooseTimes(offer.times, timeZone).flat() : [];
  const language = booker?.language ?? "en";
  return {
    timeZone,
    times: times.map((at) => ({ start: at.toISOString(), text: formatTimeInWords(at, language, timeZone) })),
    ...(offer && "booking" in offer ? { booking: describeBooking(offer.booking, language) } : {}),
    ...(receipt.route === "qualified" && !offer && !sent.consentWithdrawnAt
      ? { schedulingUrl: env().SCHEDULING_URL }
      : {}),
  };
}

type TimeRequest = { start: string; timeZone: string; consentEvidence: ConsentEvidence };

/**
 * @throws AppError `conflict` when the time is taken, the submission is not qualified or the person has withdrawn;
 * `not_found` for an erased submission; `unavailable` if the booking service or the database does not respond
 */
export async function bookByReceipt(
  receipt: Receipt,
  { start, ...requested }: TimeRequest,
  now: Date,
): Promise<BookingResult> {
  if (receipt.route !== "qualified") throw new AppError("conflict", "Only a qualified evaluation can book a time.");
  const sent = await requireReceiptSubmission(receipt);
  const booker = chooseBooker(sent);
  if (sent.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn. Nothing was booked.");
  const outcome = booker ? await bookTime(booker, { ...requested, startAt: new Date(start) }, now) : "unavailable";
  if (booker && typeof outcome === "object") return describeBooking(outcome, booker.language);
  if (outcome === "taken") throw new AppError("conflict", "This time is no longer free. Ask for the free times again.");
  throw new AppError("unavailable", "The calendar does not answer. Nothing was booked: use schedulingUrl instead.", {
    retryAfterSeconds: 60,
  });
}

async function requireReceiptSubmission(receipt: Receipt) {
  const sent = await findReceiptSubmission(receipt);
  if (!sent) throw createUnknownReceiptError();
  return sent;
}

/**
 * Spam reads like a submission that nobody has looked at. A repeat has the state of its first submission, to which the
 * person's link and our replies belong.
 * @throws AppError `not_found` for an erased submission; `unavailable` if the database does not respond
 */
export async function getSubmissionState(receipt: Receipt): Promise<SubmissionState> {
  const row = await requireReceiptSubmission(receipt);
  const first = row.first ?? row;
  const ref = { kind: receipt.kind, id: first.id };
  const booking = await findBooking(ref);
  const asked = first.consentConfirmedAt ? "confirmed" : "unconfirmed";
  const consent = findAssistantName(first) === null ? "not_asked" : asked;
  return {
    reference: formatReference(receipt),
    sentAt: receipt.sentAt.toISOString(),
    route: receipt.route ?? undefined,
    consent: row.consentWithdrawnAt ? "withdrawn" : consent,
    repliedAt: (await findReplyTime(ref, first.repliedAt))?.toISOString(),
    booking: booking ? describeBooking(booking, Locale.parse(row.language)) : undefined,
  };
}

/**
 * Ignores the time of a booking by the person, which also stops the response clock, although nobody has replied. Keeps
 * that of a reply after which the person wrote again, which restarts the clock.
 */
function findReplyTime(ref: SubmissionRef, at: Date | null): Promise<Date | null> {
  const { kind, id: submissionId } = ref;
  return database(async (db) => {
    if (!at) return findReplyAfter(db, ref, 0n);
    const where = { kind, submissionId, type: "booking", at };
    const booked = await db.submissionEvent.findFirst({ select: { id: true }, where });
    return booked ? findReplyAfter(db, ref, booked.id) : at;
  });
}

function describeBooking(booking: Booking, language: Locale): BookingResult {
  const { state, startAt, timeZone } = booking;
  return {
    state,
    start: startAt.toISOString(),
    ...(booking.state === "booked"
      ? { end: booking.endAt.toISOString(), manageUrl: booking.manageUrl ?? undefined }
      : {}),
    timeZone,
    text: formatTimeInWords(startAt, language, timeZone),
  };
}

const purpose = "booking reminders";

/** Signs the reference and, in base 36, the time of the submission and the expiry of the token. */
export function writeReminderToken({ kind, id, sentAt }: Omit<Receipt, "route">, now: Date): string {
  const times = [sentAt.getTime(), now.getTime() + reminderTokenDays * dayMilliseconds];
  return signText(purpose, [formatReference({ kind, id }), ...times.map((time) => time.toString(36))]);
}

/** Returns a receipt only to book and to show the booking, or null if the token is invalid or has expired. */
export function readReminderToken(text: unknown, now: Date): Receipt | null {
  const [reference = "", sentAt = "", endsAt = ""] = readSignedText(purpose, text) ?? [];
  const ref = parseReference(reference);
  if (!ref || now.getTime() > Number.parseInt(endsAt, 36)) return null;
  return { ...ref, route: "qualified", sentAt: new Date(Number.parseInt(sentAt, 36)) };
}

// For an assistant that holds the receipt of a submission: free times, a booking, and what became of it.
import "server-only";
import { type Booking, chooseTimes } from "../../domain/bookings/booking.ts";
import type { BookingResult, FreeTimes, SubmissionState } from "../../domain/bookings/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import { LeadRoute } from "../../domain/submissions/core/schema.ts";
import { formatReference, parseReference } from "../../domain/submissions/core/submission-ref.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { type Receipt, readReceipt } from "../submissions/intake/receipts.ts";
import { bookTime, findBooker, findBooking, offerTimes } from "./book-time.ts";

type Given = { receipt: unknown; reference?: string | undefined };

/** @throws AppError `not_found`, which does not tell a wrong receipt from an expired or another person's */
export function requireReceipt({ receipt: text, reference }: Given, now: Date): Receipt {
  const kind = parseReference(String(text).split(".")[0] ?? "")?.kind ?? "evaluation";
  const receipt = readReceipt(kind, now, text);
  if (receipt && (reference === undefined || formatReference(receipt) === reference)) return receipt;
  throw new AppError("not_found", "There is no submission with this receipt, or the receipt is older than seven days.");
}

/** @throws AppError `unavailable` */
export async function listTimes(receipt: Receipt, zone: string | undefined, now: Date): Promise<FreeTimes> {
  const timeZone = zone ?? env().TIME_ZONE;
  const booker = await findBooker(receipt);
  const offer = booker && (await offerTimes(booker, now));
  const times = offer && "times" in offer ? chooseTimes(offer.times, timeZone).flat() : [];
  const language = booker?.language ?? "en";
  return {
    timeZone,
    times: times.map((at) => ({ start: at.toISOString(), text: formatTimeInWords(at, language, timeZone) })),
    booking: offer && "booking" in offer ? describeBooking(offer.booking, language) : null,
    schedulingUrl: receipt.route === "qualified" && !times.length ? env().SCHEDULING_URL : null,
  };
}

type Wish = { start: string; timeZone: string };

/** @throws AppError `conflict` for a time that is taken, `unavailable` */
export async function bookByReceipt(receipt: Receipt, { start, timeZone }: Wish, now: Date): Promise<BookingResult> {
  const booker = await findBooker(receipt);
  const outcome = booker ? await bookTime(booker, { startAt: new Date(start), timeZone }, now) : "taken";
  if (booker && typeof outcome === "object") return describeBooking(outcome, booker.language);
  if (outcome === "taken")
    throw new AppError("conflict", "This time is not free any more. Ask for the free times again.");
  throw new AppError("unavailable", "The calendar does not answer. Nothing was booked: use schedulingUrl instead.");
}

/**
 * Spam reads like any other submission.
 * @throws AppError `not_found` for an erased submission, `unavailable`
 */
export async function getSubmissionState(receipt: Receipt): Promise<SubmissionState> {
  const { kind, id, sentAt } = receipt;
  const row = await database((db) => db.submission.findUnique({ where: { kind_id: { kind, id } } }));
  if (row?.createdAt.getTime() !== sentAt.getTime()) throw new AppError("not_found", "It has been erased.");
  const booking = row.status === "spam" ? null : await findBooking(receipt);
  const asked = row.consentConfirmedAt ? "confirmed" : "unconfirmed";
  const consent = row.channel === "ai_agent" ? asked : "not_asked";
  return {
    reference: formatReference(receipt),
    sentAt: sentAt.toISOString(),
    route: LeadRoute.safeParse(row.route).data ?? null,
    consent: row.consentWithdrawnAt ? "withdrawn" : consent,
    repliedAt: row.repliedAt?.toISOString() ?? null,
    booking: booking && describeBooking(booking, Locale.parse(row.language)),
  };
}

function describeBooking(booking: Booking, language: Locale): BookingResult {
  const { state, startAt, timeZone } = booking;
  const isBooked = booking.state === "booked";
  return {
    state,
    start: startAt.toISOString(),
    end: isBooked ? booking.endAt.toISOString() : null,
    timeZone,
    text: formatTimeInWords(startAt, language, timeZone),
    manageUrl: isBooked ? booking.manageUrl : null,
  };
}

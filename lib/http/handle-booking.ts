import * as z from "zod/mini";
import { operations } from "../contract/operations.ts";
import { type BookedTime, type BookingProblem, type BookingResult, bookingFields } from "../domain/bookings/booking.ts";
import type { Locale } from "../domain/locale.ts";
import type { ConsentEvidence } from "../domain/request-context.ts";
import { receiptParameter, tokenParameter, zoneParameter } from "../domain/submissions/core/first-touch.ts";
import { formatReference } from "../domain/submissions/core/submission-ref.ts";
import { receiptHeader } from "../domain/submissions/intake/receipt.ts";
import { verdictText } from "../i18n/texts.ts";
import { bookTime, findBooker, findBooking } from "../server/bookings/book-time.ts";
import {
  bookByReceipt,
  getSubmissionState,
  listTimes,
  readReminderToken,
  requireReceipt,
} from "../server/bookings/by-receipt.ts";
import { spendBookingAttempt } from "../server/limits/submission-limits.ts";
import { readSite } from "../server/site.ts";
import type { Receipt } from "../server/submissions/intake/receipts.ts";
import { type Exchange, respond } from "./exchange.ts";
import { handle } from "./handle.ts";
import type { FormRoute, GetPages } from "./handle-form.ts";
import { findReceipt, handleReceiptForm, type Proof } from "./handle-receipt-form.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { createNotFoundError } from "./not-found.ts";
import { readParams } from "./path.ts";
import { enforceLimits } from "./stations.ts";

const Fields = z.object({ start: bookingFields.start, [zoneParameter]: bookingFields.timeZone });

export function handleBooking(getPages: GetPages, proof: Proof): FormRoute {
  return handleReceiptForm({
    name: "sendBooking",
    getPages,
    proof,
    problem: "booking",
    fragment: "#booking",
    act: async (exchange, receipt, sent) => {
      const fields = Fields.safeParse(sent);
      if (!fields.success) return undefined;
      const { start, [zoneParameter]: timeZone } = fields.data;
      await enforceBookingLimits(exchange, receipt);
      const booker = await findBooker(receipt);
      const requested = { startAt: new Date(start), timeZone };
      const outcome = booker ? await bookTime(booker, requested, exchange.now) : "unavailable";
      return typeof outcome === "string" ? outcome : undefined;
    },
    toProblem: (kind): BookingProblem => (kind === "rate_limited" ? "too_many" : "unavailable"),
  });
}

/** @throws AppError `rate_limited` */
async function enforceBookingLimits(exchange: Exchange, receipt: Receipt): Promise<void> {
  const { clientIp, assistantHost, subjectHash, now } = exchange;
  const by = { clientIp, assistantHost: assistantHost?.name, subjectHash };
  enforceLimits(exchange, await spendBookingAttempt(by, formatReference(receipt), now.getTime()));
}

/** Books a time for an assistant, which calls by HTTP or MCP. */
export async function bookForAssistant(
  exchange: Exchange,
  receipt: Receipt,
  requested: { start: string; timeZone: string; consentEvidence: ConsentEvidence },
): Promise<BookingResult> {
  await enforceBookingLimits(exchange, receipt);
  return bookByReceipt(receipt, requested, exchange.now);
}

const requireMatchingReceipt = (exchange: Exchange, { reference }: { reference: string }) =>
  requireReceipt({ receipt: exchange.request.headers.get(receiptHeader), reference }, exchange.now);

export const bookingRoutes = {
  lookUpSubmission: handle(operations.lookUpSubmission, async (input, exchange) =>
    getSubmissionState(requireMatchingReceipt(exchange, input)),
  ),
  listTimes: handle(operations.listTimes, async (input, exchange) =>
    listTimes(requireMatchingReceipt(exchange, input), input.timeZone, exchange.now),
  ),
  bookTime: handle(operations.bookTime, async (input, exchange) => {
    const { start, timeZone } = input;
    const requested = { start, timeZone, consentEvidence: "claimed" } as const;
    return bookForAssistant(exchange, requireMatchingReceipt(exchange, input), requested);
  }),
};

/** Returns the booking as a calendar file. */
export function downloadBooking(request: ApiRequest, locale: Locale): Promise<ApiResponse> {
  return respond("downloadBooking", request, async (exchange) => {
    const { headers, now } = exchange;
    const params = readParams(request.url);
    const reminded = readReminderToken(params.get(tokenParameter), now);
    const receipt = reminded ?? findReceipt(exchange, params.get(receiptParameter));
    const booker = receipt && (await findBooker(receipt));
    const booking = booker ? await findBooking(booker) : null;
    if (!booker || booking?.state !== "booked") throw createNotFoundError();
    const summary = verdictText(locale)("event", { company: (await readSite()).name });
    Object.assign(headers, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${formatReference(booker)}.ics"`,
      "Cache-Control": "no-store",
    });
    return { status: 200, headers, body: new TextEncoder().encode(writeCalendarFile(booking, summary, now)) };
  });
}

/** Returns an event for calendars (RFC 5545). */
function writeCalendarFile(booking: BookedTime, summary: string, now: Date): string {
  const { id, startAt, endAt, manageUrl } = booking;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Encaje//Bookings//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${toStamp(now)}`,
    `DTSTART:${toStamp(startAt)}`,
    `DTEND:${toStamp(endAt)}`,
    `SUMMARY:${escapeCalendarText(summary)}`,
    ...(manageUrl === null ? [] : [`URL:${manageUrl}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

const toStamp = (time: Date) => `${time.toISOString().replace(/[-:]|\.\d+/g, "")}`;

const escapeCalendarText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Lines have at most 75 octets (RFC 5545, 3.1). 18 code points take at most 72. */
const foldLine = (line: string) => (/^[ -~]{0,75}$/.test(line) ? line : (line.match(/.{1,18}/gsu) ?? []).join("\r\n "));

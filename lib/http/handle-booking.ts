import * as z from "zod/mini";
import { operations } from "../contract/operations.ts";
import { type BookingProblem, StartTime } from "../domain/bookings/booking.ts";
import { writeCalendarFile } from "../domain/bookings/calendar-file.ts";
import type { BookingResult } from "../domain/bookings/schema.ts";
import type { Locale } from "../domain/locale.ts";
import type { ConsentEvidence } from "../domain/request-context.ts";
import { receiptParameter, tokenParameter, zoneParameter } from "../domain/submissions/core/first-touch.ts";
import { formatReference } from "../domain/submissions/core/submission-ref.ts";
import { receiptCookies, receiptHeader } from "../domain/submissions/intake/receipt.ts";
import { isTimeZone } from "../domain/time-zone.ts";
import { verdictText } from "../i18n/texts.ts";
import { bookTime, findBooker, findBooking } from "../server/bookings/book-time.ts";
import { bookByReceipt, getSubmissionState, listTimes, requireReceipt } from "../server/bookings/by-receipt.ts";
import { readReminderToken } from "../server/bookings/reminder-tokens.ts";
import { spendBooking } from "../server/limits/submission-limits.ts";
import { site } from "../server/site.ts";
import { type Receipt, readReceipt } from "../server/submissions/intake/receipts.ts";
import { type Exchange, respond } from "./exchange.ts";
import { handle } from "./handle.ts";
import { type FormPages, type FormRoute, respondToForm } from "./handle-form.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { createNotFoundError } from "./not-found.ts";
import { refuseCrossSite, refuseOtherSites } from "./own-site.ts";
import { readParams } from "./path.ts";
import { readFields } from "./read-body.ts";
import { redirectSeeOther } from "./respond.ts";
import { admitRequest, enforceLimits } from "./stations.ts";

/** Limit of the form's body, which contains a receipt, a time and a time zone. */
const bytesMax = 4 * 1024;

const Fields = z.object({
  start: StartTime,
  reference: z.string(),
  [zoneParameter]: z.string().check(z.refine(isTimeZone)),
});

type Proof = {
  parameter: string;
  refuseOthers: (headers: ApiRequest["headers"]) => void;
  find: (exchange: Exchange, given: string | undefined) => Receipt | null;
};

export const byReceipt: Proof = { parameter: receiptParameter, refuseOthers: refuseCrossSite, find: findReceipt };
export const byReminder: Proof = {
  parameter: tokenParameter,
  refuseOthers: refuseOtherSites,
  find: ({ now }, token) => readReminderToken(token, now),
};

/** Handles the form of a page with times. Redirects back to the page, which shows the booking or the fault. */
export function handleBooking(getPages: (locale: Locale) => FormPages, proof: Proof): FormRoute {
  return (request, locale) => {
    const query = new URLSearchParams();
    const toPage = (paths: FormPages) => `${paths.result}${query.size ? `?${query}` : ""}`;
    const form = {
      name: "sendBooking",
      getPages,
      post: async (exchange: Exchange, paths: FormPages) => {
        proof.refuseOthers(request.headers);
        const sent = Object.fromEntries(await readFields(request, bytesMax));
        for (const name of [proof.parameter, zoneParameter]) if (sent[name]) query.set(name, sent[name]);
        admitRequest(exchange);
        const receipt = proof.find(exchange, sent[proof.parameter]);
        const fields = Fields.safeParse(sent);
        // In another tab, the person may have sent another submission, whose receipt the cookie has now.
        if (receipt && fields.success && fields.data.reference === formatReference(receipt)) {
          const { start, [zoneParameter]: timeZone } = fields.data;
          await spendPress(exchange, receipt);
          const booker = await findBooker(receipt);
          const wish = { startAt: new Date(start), timeZone };
          const outcome = booker ? await bookTime(booker, wish, exchange.now) : "unavailable";
          if (typeof outcome === "string") query.set("booking", outcome);
        }
        return redirectSeeOther(toPage(paths), exchange.headers);
      },
      refusalPage: (kind: string, _error: unknown, paths: FormPages) => {
        query.set("booking", (kind === "rate_limited" ? "too_many" : "unavailable") satisfies BookingProblem);
        return toPage(paths);
      },
    };
    return respondToForm(form, request, locale);
  };
}

/** @throws AppError `rate_limited` */
async function spendPress(exchange: Exchange, receipt: Receipt): Promise<void> {
  const { clientIp, assistantHost, subjectHash, now } = exchange;
  const by = { clientIp, assistantHost: assistantHost?.name, subjectHash };
  enforceLimits(exchange, await spendBooking(by, formatReference(receipt), now.getTime()));
}

/** The same for assistants, by HTTP and MCP. */
export async function bookForAssistant(
  exchange: Exchange,
  receipt: Receipt,
  wish: { start: string; timeZone: string; consentEvidence: ConsentEvidence },
): Promise<BookingResult> {
  await spendPress(exchange, receipt);
  return bookByReceipt(receipt, wish, exchange.now);
}

const requireOwnReceipt = (exchange: Exchange, { reference }: { reference: string }) =>
  requireReceipt({ receipt: exchange.request.headers.get(receiptHeader), reference }, exchange.now);

export const bookingRoutes = {
  lookUpSubmission: handle(operations.lookUpSubmission, async (input, exchange) =>
    getSubmissionState(requireOwnReceipt(exchange, input)),
  ),
  listTimes: handle(operations.listTimes, async (input, exchange) =>
    listTimes(requireOwnReceipt(exchange, input), input.timeZone, exchange.now),
  ),
  bookTime: handle(operations.bookTime, async (input, exchange) => {
    const { start, timeZone } = input;
    const wish = { start, timeZone, consentEvidence: "claimed" } as const;
    return bookForAssistant(exchange, requireOwnReceipt(exchange, input), wish);
  }),
};

/** The newer receipt of the cookie and the given text. */
export function findReceipt({ request, now }: Exchange, given: string | undefined | null): Receipt | null {
  const cookies = request.headers.get("cookie") ?? "";
  const kept = new RegExp(`(?:^|; *)${receiptCookies.evaluation}=([^;]*)`).exec(cookies)?.[1];
  return readReceipt("evaluation", now, kept, given);
}

/** The booking as a file for the person's calendar. */
export function downloadBooking(request: ApiRequest, locale: Locale): Promise<ApiResponse> {
  return respond("downloadBooking", request, async (exchange) => {
    const { headers, now } = exchange;
    const params = readParams(request.url);
    const reminded = readReminderToken(params.get(tokenParameter), now);
    const receipt = reminded ?? findReceipt(exchange, params.get(receiptParameter));
    const booker = receipt && (await findBooker(receipt));
    const booking = booker ? await findBooking(booker) : null;
    if (!booker || booking?.state !== "booked") throw createNotFoundError();
    const summary = verdictText(locale)("event", { company: site().name });
    Object.assign(headers, {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${formatReference(booker)}.ics"`,
      "Cache-Control": "no-store",
    });
    return { status: 200, headers, body: new TextEncoder().encode(writeCalendarFile(booking, summary, now)) };
  });
}

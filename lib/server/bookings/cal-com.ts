// Cal.com's API, version 2: free times, bookings.
import "server-only";
import { z } from "zod";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { findBookingReference, messageTime, toTimeZone, uid } from "../../domain/bookings/booking-message.ts";
import type { Locale } from "../../domain/locale.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { OutsideError, requestJson } from "../outside-request.ts";
import { type ListedChanges, parseValidItems, readAnswer } from "./service-answers.ts";

export type BookingService = { eventType: number; apiUrl: string; apiKey: string };

/** Returns null unless the environment names Cal.com. */
export function findBookingService(): BookingService | null {
  const settings = env();
  const { BOOKING_SERVICE, BOOKING_EVENT_TYPE: eventType, BOOKING_API_KEY: apiKey } = settings;
  const { BOOKING_API_URL: apiUrl = "https://api.cal.com" } = settings;
  return BOOKING_SERVICE === "cal.com" && eventType && apiKey ? { eventType, apiKey, apiUrl } : null;
}

const slotsVersion = "2024-09-04";
const bookingsVersion = "2026-02-25";

const Slots = z.object({ data: z.record(z.string(), z.array(z.object({ start: messageTime }))) });
const ServiceBooking = z
  .object({
    uid,
    status: z.enum(["accepted", "pending", "cancelled", "rejected"]),
    start: messageTime,
    end: messageTime,
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .refine(({ start, end }) => end > start);
export type ServiceBooking = z.output<typeof ServiceBooking>;
const ChangedBooking = ServiceBooking.safeExtend({
  attendees: z.array(z.object({ email: z.string().optional(), timeZone: z.string().nullish() })),
  rescheduledFromUid: z.nullish(uid),
  rescheduledToUid: z.nullish(uid),
  createdAt: messageTime,
  updatedAt: z.nullish(messageTime),
});

/** Returns ascending times. @throws OutsideError */
export async function requestFreeTimes(
  { eventType, apiUrl }: BookingService,
  { from, to }: { from: Date; to: Date },
  timeoutMilliseconds: number,
): Promise<Date[]> {
  const url = new URL(`${apiUrl}/v2/slots`);
  const range = { start: from.toISOString(), end: to.toISOString(), timeZone: "UTC" };
  url.search = String(new URLSearchParams({ eventTypeId: String(eventType), ...range }));
  const answer = await requestJson(url, { headers: { "cal-api-version": slotsVersion }, timeoutMilliseconds });
  const { data } = readAnswer(Slots, answer);
  const starts = Object.values(data).flatMap((slots) => slots.map(({ start }) => start));
  return starts.filter((start) => start >= from).toSorted((a, b) => a.getTime() - b.getTime());
}

type BookingRequest = {
  /** Sent as `reference` in the booking's metadata. */
  id: string;
  submission: string;
  startAt: Date;
  name: string;
  email: string;
  language: Locale;
  timeZone: string;
};
type Refusal = "taken" | "unavailable";

const bookMilliseconds = 10_000;
/** Cal.com's words for a time that cannot be booked. Its other refusals are about our settings or the person. */
const takenWords = /already has booking|not available|can't be booked|in the past/i;

/** @throws OutsideError. If the request was sent, the service may have booked the time. */
export async function createBooking(
  service: BookingService,
  wanted: BookingRequest,
): Promise<ServiceBooking | Refusal> {
  const { id, submission, startAt, name, email, language, timeZone } = wanted;
  const { status, json } = await requestJson(new URL(`${service.apiUrl}/v2/bookings`), {
    method: "POST",
    headers: toHeaders(service),
    json: {
      eventTypeId: service.eventType,
      start: startAt.toISOString(),
      attendee: { name, email, timeZone, language },
      metadata: { reference: id, submission },
    },
    timeoutMilliseconds: bookMilliseconds,
  });
  if (status < 400 || status >= 500) return readAnswer(z.object({ data: ServiceBooking }), { status, json }).data;
  if (status === 409 || takenWords.test(JSON.stringify(json))) return "taken";
  log().warn({ status }, "the booking service refused a booking");
  return "unavailable";
}

type Sought = { id: string; startAt: Date; email: string };

/**
 * Finds the booking with our reference, or one of this address for this time that has lost its reference.
 * @throws OutsideError
 */
export async function findServiceBooking(
  service: BookingService,
  { id, startAt, email }: Sought,
  timeoutMilliseconds: number,
): Promise<ServiceBooking | undefined> {
  // The service may keep addresses in lower case, and compares them exactly.
  const spellings = [...new Set([email, email.toLowerCase()])];
  const asked = await Promise.all(spellings.map((spelling) => listBookings(service, spelling, timeoutMilliseconds)));
  const found = asked.flat();
  const matchesByTime = ({ metadata, start }: ServiceBooking) =>
    metadata?.reference === undefined && start.getTime() === startAt.getTime();
  return found.find(({ metadata }) => metadata?.reference === id) ?? found.filter(isActiveBooking).find(matchesByTime);
}

export const isActiveBooking = ({ status }: ServiceBooking) => status === "accepted" || status === "pending";

async function listBookings(
  service: BookingService,
  email: string,
  timeoutMilliseconds: number,
): Promise<ServiceBooking[]> {
  const filter = { attendeeEmail: email, eventTypeId: String(service.eventType), sortCreated: "desc" };
  const entries = await requestBookingsPage(service, filter, timeoutMilliseconds);
  return entries.flatMap((each) => ServiceBooking.safeParse(each).data ?? []);
}

const pageSize = 100;

async function requestBookingsPage(
  service: BookingService,
  filter: Record<string, string>,
  timeoutMilliseconds: number,
) {
  const url = new URL(`${service.apiUrl}/v2/bookings`);
  url.search = String(new URLSearchParams({ ...filter, take: String(pageSize) }));
  const answer = await requestJson(url, { headers: toHeaders(service), timeoutMilliseconds });
  return readAnswer(z.object({ data: z.array(z.unknown()) }), answer).data;
}

const pageMilliseconds = 10_000;
const skippedMax = 10_000;

/**
 * Lists the bookings of all event types that have changed since a time.
 * @throws OutsideError
 */
export async function listCalComChanges(
  service: BookingService,
  since: Date,
  signal?: AbortSignal,
): Promise<ListedChanges> {
  const listed: unknown[] = [];
  // Latest change first: a booking that changes while pages are read moves to the front, so no other is skipped.
  const filter = { afterUpdatedAt: since.toISOString(), sortUpdatedAt: "desc" };
  for (let isMore = true; isMore; ) {
    if (signal?.aborted) throw new OutsideError("stopped", false);
    if (listed.length > skippedMax) throw new OutsideError("too many pages", true);
    const page = await requestBookingsPage(service, { ...filter, skip: String(listed.length) }, pageMilliseconds);
    listed.push(...page);
    isMore = page.length === pageSize;
  }
  const read = parseValidItems(ChangedBooking, listed);
  return { changes: read.flatMap(toChanges), unreadable: listed.length - read.length };
}

/** Leaves out a booking without an address, such as one of an event type with seats. */
function toChanges(booking: z.output<typeof ChangedBooking>): SeenBooking[] {
  const { uid, start, end, metadata, rescheduledFromUid, rescheduledToUid, createdAt, updatedAt } = booking;
  const [{ email, timeZone } = {}] = booking.attendees;
  if (!email) return [];
  const made: SeenBooking = {
    uid,
    movedFrom: rescheduledFromUid ?? undefined,
    state: "booked",
    startAt: start,
    endAt: end,
    timeZone: toTimeZone(timeZone),
    email,
    reference: findBookingReference(metadata),
    changedAt: createdAt,
    bookedAt: createdAt,
  };
  const changedAt = updatedAt ?? createdAt;
  if (isActiveBooking(booking)) return [{ ...made, changedAt }];
  return rescheduledToUid ? [made] : [made, { ...made, state: "cancelled", changedAt }];
}

/** Used if the person withdrew, or was erased while the service was booking. */
export async function cancelBooking(uid: string): Promise<void> {
  const service = findBookingService();
  try {
    if (!service) throw new Error("Only Cal.com cancels bookings for us.");
    const answer = await requestJson(new URL(`${service.apiUrl}/v2/bookings/${uid}/cancel`), {
      method: "POST",
      headers: toHeaders(service),
      json: { cancellationReason: "The person has withdrawn." },
      timeoutMilliseconds: bookMilliseconds,
    });
    readAnswer(z.unknown(), answer);
  } catch {
    log().warn({ uid }, "a booking must be cancelled by hand: the person has withdrawn");
  }
}

const toHeaders = ({ apiKey }: BookingService) => ({
  authorization: `Bearer ${apiKey}`,
  "cal-api-version": bookingsVersion,
});

// The webhooks of the booking services: https://cal.com/docs/core-features/webhooks and
// https://developer.calendly.com/api-docs/webhook-subscriptions.
import * as z from "zod/mini";
import { emailMax, isStorable } from "../text-bounds.ts";
import { isTimeZone } from "../time-zone.ts";
import type { SeenBooking } from "./booking.ts";

/** Excludes years that Postgres cannot store. */
export const messageTime = z.pipe(
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((text) => new Date(text)),
  ),
  z.date().check(z.minimum(new Date(0)), z.maximum(new Date("9999-12-31T00:00:00Z"))),
);
export const uid = z.string().check(z.regex(/^[\w-]{1,200}$/));
const email = z.string().check(z.minLength(3), z.maxLength(emailMax), z.refine(isStorable));
const texts = z.nullish(z.record(z.string(), z.unknown()));

const calComStates: Record<string, SeenBooking["state"]> = {
  BOOKING_REQUESTED: "booked",
  BOOKING_CREATED: "booked",
  BOOKING_RESCHEDULED: "booked",
  BOOKING_REJECTED: "cancelled",
  BOOKING_CANCELLED: "cancelled",
};

const CalComMessage = z.object({
  createdAt: messageTime,
  payload: z
    .object({
      uid,
      rescheduleUid: z.nullish(uid),
      startTime: messageTime,
      endTime: messageTime,
      attendees: z.array(z.object({ email, timeZone: z.nullish(z.string()) })).check(z.minLength(1)),
      metadata: texts,
    })
    .check(z.refine(({ startTime, endTime }) => endTime > startTime)),
});

/** Last segment of `https://api.calendly.com/scheduled_events/…/invitees/…`. Reschedule links end with it, too. */
const inviteeUid = z.pipe(
  z.pipe(
    z.string(),
    z.transform((uri) => uri.slice(uri.lastIndexOf("/") + 1)),
  ),
  uid,
);

/** An invitee with its event, in the shape of Calendly's webhooks. */
export const CalendlyInvitee = z.object({
  uri: inviteeUid,
  status: z.enum(["active", "canceled"]),
  email,
  timezone: z.nullish(z.string()),
  created_at: messageTime,
  updated_at: messageTime,
  cancellation: z.nullish(z.object({ created_at: z.nullish(messageTime) })),
  rescheduled: z.boolean(),
  old_invitee: z.nullish(inviteeUid),
  tracking: texts,
  scheduled_event: z
    .object({ start_time: messageTime, end_time: messageTime })
    .check(z.refine(({ start_time, end_time }) => end_time > start_time)),
});
type CalendlyInvitee = z.output<typeof CalendlyInvitee>;

/** `other`: the message is not about a booking, or another message reports the same change. */
type Unseen = "other" | "unreadable";

export function readCalComMessage(json: unknown): SeenBooking | Unseen {
  const event = z.object({ triggerEvent: z.string() }).safeParse(json).data?.triggerEvent ?? "";
  const state = Object.hasOwn(calComStates, event) ? calComStates[event] : undefined;
  if (!state) return "other";
  const { data } = CalComMessage.safeParse(json);
  const attendee = data?.payload.attendees[0];
  if (!data || !attendee) return "unreadable";
  const { createdAt, payload } = data;
  return {
    uid: payload.uid,
    movedFrom: payload.rescheduleUid ?? undefined,
    state,
    startAt: payload.startTime,
    endAt: payload.endTime,
    timeZone: toTimeZone(attendee.timeZone),
    email: attendee.email,
    reference: findBookingReference(payload.metadata),
    changedAt: createdAt,
    bookedAt: createdAt,
  };
}

export function readCalendlyMessage(json: unknown): SeenBooking | Unseen {
  const event = z.object({ event: z.string() }).safeParse(json).data?.event ?? "";
  if (!["invitee.created", "invitee.canceled"].includes(event)) return "other";
  const { data } = z.object({ payload: CalendlyInvitee }).safeParse(json);
  return data ? (toReportedBooking(data.payload) ?? "other") : "unreadable";
}

/** @returns null for an invitee that was cancelled by a move: the invitee that replaces it reports the move */
export function toReportedBooking(invitee: CalendlyInvitee): SeenBooking | null {
  const isCancelled = invitee.status === "canceled";
  if (isCancelled && invitee.rescheduled) return null;
  return {
    uid: invitee.uri,
    movedFrom: invitee.old_invitee ?? undefined,
    state: isCancelled ? "cancelled" : "booked",
    startAt: invitee.scheduled_event.start_time,
    endAt: invitee.scheduled_event.end_time,
    timeZone: toTimeZone(invitee.timezone),
    email: invitee.email,
    reference: findBookingReference(invitee.tracking),
    changedAt: isCancelled ? (invitee.cancellation?.created_at ?? invitee.updated_at) : invitee.created_at,
    bookedAt: invitee.created_at,
  };
}

export const toTimeZone = (name: string | null | undefined) => (name && isTimeZone(name) ? name : undefined);

/** Our own bookings carry a UUID; links carry a reference such as `E-12`, signed or bare, in any field. */
const referencePattern = /^([EQ]-\d{1,10}(\.[\w-]{24})?|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function findBookingReference(values: Record<string, unknown> | null | undefined): string | undefined {
  const found = Object.values(values ?? {}).flatMap((value) =>
    typeof value === "string" && referencePattern.test(value) ? [value] : [],
  );
  // Prefers a signed reference, then the longest, because other programs may also send UUIDs.
  return found.find((value) => value.includes(".")) ?? found.toSorted((a, b) => b.length - a.length)[0];
}

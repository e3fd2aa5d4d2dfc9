import * as z from "zod/mini";
import { hourMilliseconds } from "../durations.ts";
import { fault, isoTime } from "../schema-kit.ts";
import { isTimeZone, toDay } from "../time-zone.ts";

/** `matched`: an operator said that a booking belongs to the submission. */
export const bookingChanges = ["booked", "matched", "moved", "cancelled"] as const;

/** A booking that was not cancelled. `pending`: it is unknown whether the booking service has booked the time. */
export type Booking = PendingTime | BookedTime;
type PendingTime = {
  state: "pending";
  startAt: Date;
  timeZone: string;
  /** Time from which the person also sees a link to the booking page, because the booking may have failed. */
  linkAt: Date;
};
export type BookedTime = {
  state: "booked";
  id: string;
  startAt: Date;
  endAt: Date;
  timeZone: string;
  /**
   * Page of the booking service on which the person moves or cancels the booking. Null for a booking matched by its
   * address alone: a stranger may have sent the submission with that address.
   */
  manageUrl: string | null;
};

/** Reasons why nothing was booked. */
export const bookingProblems = ["taken", "unavailable", "too_many"] as const;
export type BookingProblem = (typeof bookingProblems)[number];

export const StartTime = isoTime(fault("a time such as 2026-12-03T16:00:00Z"));

const timesMax = 12;
const timesOfDayMax = 4;

/** Chooses up to twelve times, at most four a day and spread over it. One list per day. `starts` must be ascending. */
export function chooseTimes(starts: readonly Date[], timeZone: string): Date[][] {
  const byDay = Map.groupBy(starts, (start) => toDay(start, timeZone));
  let left = timesMax;
  return [...byDay.values()].flatMap((times) => {
    const chosen = pickEvenly(times, Math.min(timesOfDayMax, left));
    left -= chosen.length;
    return chosen.length ? [chosen] : [];
  });
}

/** Days that the links of a reminder stay valid. */
export const reminderTokenDays = 14;
const remindedTimes = 3;
const remindedFromMilliseconds = 12 * hourMilliseconds;

/** Chooses up to three times for a mail that may be read hours later: one per day, each at a later hour. */
export function chooseReminderTimes(starts: readonly Date[], timeZone: string, now: Date): Date[] {
  const later = starts.filter((start) => start.getTime() >= now.getTime() + remindedFromMilliseconds);
  const days = chooseTimes(later, timeZone);
  if (days.length < remindedTimes) return days.flat().slice(0, remindedTimes);
  return days.slice(0, remindedTimes).flatMap((day, at) => day[Math.min(at, day.length - 1)] ?? []);
}

function pickEvenly<Item>(items: Item[], max: number): Item[] {
  if (items.length <= max) return items;
  return Array.from({ length: max }, (_, at) => items[Math.floor((at * items.length) / max)] as Item);
}

/** Time zones that a page without JavaScript offers. A page with JavaScript uses the browser's own. */
export const offeredZones = [
  "America/Tijuana",
  "America/Hermosillo",
  "America/Mexico_City",
  "America/Cancun",
  "America/Guatemala",
  "America/El_Salvador",
  "America/Tegucigalpa",
  "America/Managua",
  "America/Costa_Rica",
  "America/Panama",
  "America/Bogota",
  "America/Los_Angeles",
  "America/Chicago",
  "America/New_York",
  "Europe/Madrid",
  "UTC",
] as const;

/** A booking that a booking service reports, by webhook or by its API. */
export type SeenBooking = {
  uid: string;
  /** The booking that this one replaces, if the person moved it. */
  movedFrom?: string | undefined;
  state: "booked" | "cancelled";
  startAt: Date;
  endAt: Date;
  timeZone?: string | undefined;
  email: string;
  /** The reference that we sent with the link or with our own booking. */
  reference?: string | undefined;
  /** Time of this change by the service's clock. */
  changedAt: Date;
  /** Time at which the person booked, by the service's clock. */
  bookedAt: Date;
};

type Booker = { name: string; email: string; reference: string };

const placeholder = /\{(\w*)\}/g;
const names = ["name", "email", "reference"] as const;

/** Returns whether a query template such as `name={name}&email={email}` uses only placeholders from `names`. */
export function hasOnlyKnownPlaceholders(template: string): boolean {
  const values = [...new URLSearchParams(template).values()].join(" ");
  return [...values.matchAll(placeholder)].every(([, name]) => names.some((each) => each === name));
}

export function fillBookingUrl(bookingUrl: string, template: string, booker: Booker): string {
  const url = new URL(bookingUrl);
  for (const [parameter, value] of new URLSearchParams(template)) {
    url.searchParams.set(
      parameter,
      value.replace(placeholder, (text, name: string) => {
        const known = names.find((each) => each === name);
        return known ? booker[known] : text;
      }),
    );
  }
  return url.href;
}

const reference = z
  .string()
  .check(
    z.regex(/^[EQ]-\d{1,10}$/, { error: "must be a reference such as E-12" }),
    z.meta({ description: "Reference of the submission, such as E-12.", examples: ["E-12"] }),
  );
const zoneFault = fault("a time zone such as America/Mexico_City");
const timeZone = z
  .string({ error: zoneFault })
  .check(
    z.refine(isTimeZone, { error: zoneFault }),
    z.meta({ description: "Time zone of the person, such as America/Mexico_City.", examples: ["America/Mexico_City"] }),
  );

export const SubmissionKey = z.object({ reference });
export const TimesQuery = z.object({ reference, timeZone: z.optional(timeZone) });
export const bookingFields = {
  start: StartTime,
  timeZone,
  userConsent: z.literal(true, { error: fault("true, once the person agreed to this time: ask the person first") }),
};
export const BookingInput = z.object({ reference, ...bookingFields });

export const BookingResult = z.object({
  /** `pending`: the calendar has not answered yet. */
  state: z.enum(["pending", "booked"]),
  start: StartTime,
  end: z.optional(StartTime),
  timeZone: z.string(),
  /** The time in words, in the person's language and time zone. */
  text: z.string(),
  /** Page on which the person moves or cancels the booking. */
  manageUrl: z.optional(z.string()),
});
export type BookingResult = z.output<typeof BookingResult>;

export const FreeTime = z.object({ start: StartTime, text: z.string() });
export const FreeTimes = z.object({
  timeZone: z.string(),
  times: z.array(FreeTime),
  booking: z.optional(BookingResult),
  /** Booking page, if our own pages cannot offer times for a qualified submission. */
  schedulingUrl: z.optional(z.string()),
});
export type FreeTimes = z.output<typeof FreeTimes>;

export const SubmissionState = z.object({
  reference: z.string(),
  sentAt: StartTime,
  route: z.optional(z.enum(["qualified", "review", "redirect"])),
  /** `not_asked`: the person sent the submission without an assistant, so no consent was needed. */
  consent: z.enum(["not_asked", "unconfirmed", "confirmed", "withdrawn"]),
  repliedAt: z.optional(StartTime),
  booking: z.optional(BookingResult),
});
export type SubmissionState = z.output<typeof SubmissionState>;

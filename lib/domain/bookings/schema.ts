import * as z from "zod/mini";
import { fault } from "../schema-kit.ts";
import { isTimeZone } from "../time-zone.ts";
import { StartTime } from "./booking.ts";

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
  /** Page on which the person moves or cancels it. */
  manageUrl: z.optional(z.string()),
});
export type BookingResult = z.output<typeof BookingResult>;

export const FreeTime = z.object({ start: StartTime, text: z.string() });
export const FreeTimes = z.object({
  timeZone: z.string(),
  times: z.array(FreeTime),
  booking: z.optional(BookingResult),
  /** Booking page, for a qualified submission without times. */
  schedulingUrl: z.optional(z.string()),
});
export type FreeTimes = z.output<typeof FreeTimes>;

export const SubmissionState = z.object({
  reference: z.string(),
  sentAt: StartTime,
  route: z.optional(z.enum(["qualified", "review", "redirect"])),
  /** `not_asked`: the person sent it themselves. */
  consent: z.enum(["not_asked", "unconfirmed", "confirmed", "withdrawn"]),
  repliedAt: z.optional(StartTime),
  booking: z.optional(BookingResult),
});
export type SubmissionState = z.output<typeof SubmissionState>;

import { z } from "zod";
import { isBookingQuery } from "../domain/submissions/intake/booking.ts";

/** A placeholder for trying out the service: the calendar does not exist. */
export const defaultSchedulingUrl = "https://calendar.example.com/technical-fit-review";

export const bookingVariables = {
  SCHEDULING_URL: z
    .url({ protocol: /^https$/, error: "must be an https:// address" })
    .max(2048, { error: "must have at most 2048 characters" })
    .default(defaultSchedulingUrl)
    .describe("Booking page for qualified people."),
  BOOKING_QUERY: z
    .string()
    .max(500, { error: "must have at most 500 characters" })
    .refine(isBookingQuery, { error: "may have the placeholders {name}, {email} and {reference} only" })
    .default("name={name}&email={email}&utm_content={reference}")
    .describe(
      "Parameters that fill in the booking page. The default suits Calendly and Cal.com; for HubSpot: email={email}.",
    ),
  BOOKING_SERVICE: z
    .enum(["cal.com"], { error: "must be cal.com" })
    .optional()
    .describe("Service whose free times the result page offers: cal.com. Unset: the link to SCHEDULING_URL alone."),
  BOOKING_EVENT_TYPE: z
    .string()
    .regex(/^[1-9]\d{0,11}$/, { error: "must be the number of an event type" })
    .transform(Number)
    .optional()
    .describe("Number of the event type to book there, which asks for a name and an email address alone."),
  BOOKING_API_KEY: z
    .string()
    .optional()
    .describe("API key of that service, also to look up a booking whose outcome is unknown."),
  BOOKING_API_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .transform((url) => url.replace(/\/$/, ""))
    .default("https://api.cal.com")
    .describe("Address of its API, such as that of your own Cal.com."),
  INSIDE_HOSTS: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?(,[\w.-]+(:\d{1,5})?)*$/, { error: "must be hosts such as cal.internal:3000" })
    .transform((text) => text.toLowerCase().split(","))
    .optional()
    .describe(
      "Hosts inside your network that this service may call, such as cal.internal:3000. All others must be public.",
    ),
};

type Variables = { [name: string]: unknown };

export function addBookingIssues(variables: Variables, addIssue: (name: string, message: string) => void): void {
  if (variables.BOOKING_SERVICE === undefined) return;
  const missing = ["BOOKING_EVENT_TYPE", "BOOKING_API_KEY"].filter((name) => variables[name] === undefined);
  for (const name of missing) addIssue(name, "must be set, because BOOKING_SERVICE is");
  if (variables.SCHEDULING_URL === defaultSchedulingUrl) {
    addIssue("SCHEDULING_URL", "must be the booking page of BOOKING_SERVICE");
  }
}

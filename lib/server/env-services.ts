import { z } from "zod";
import { hasOnlyKnownPlaceholders } from "../domain/bookings/booking.ts";
import {
  defaultAssistantOrigins,
  defaultAssistantRanges,
  parseAssistantOrigins,
  parseAssistantRanges,
} from "./assistant-hosts.ts";

/** A placeholder for trying out the service: the calendar does not exist. */
export const defaultSchedulingUrl = "https://calendar.example.com/technical-fit-review";

/** Cal.com sends it as the signature of a webhook that has no secret. */
const unsignedMark = "no-secret-provided";

export const numberText = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
};

export const bookingVariables = {
  BOOKING_QUERY: z
    .string()
    .max(500, { error: "must have at most 500 characters" })
    .refine(hasOnlyKnownPlaceholders, { error: "may contain only the placeholders {name}, {email} and {reference}" })
    .default("name={name}&email={email}&utm_content={reference}")
    .describe(
      "Parameters that fill in the booking page. The default suits Calendly; for Cal.com: name={name}&email={email}&metadata[reference]={reference}; for HubSpot: email={email}.",
    ),
  BOOKING_SERVICE: z
    .enum(["cal.com", "calendly"], { error: "must be cal.com or calendly" })
    .optional()
    .describe("Service behind SCHEDULING_URL: cal.com, whose free times the result page offers, or calendly."),
  BOOKING_EVENT_TYPE: z
    .string()
    .regex(/^[1-9]\d{0,11}$/, { error: "must be the number of an event type" })
    .transform(Number)
    .optional()
    .describe("Number of the Cal.com event type to book. It must ask only for a name and an email address."),
  BOOKING_API_KEY: z
    .string()
    .optional()
    .describe("API key or token of that service, also to look up a booking whose outcome is unknown."),
  BOOKING_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: "must have 16 to 200 ASCII characters, without spaces" })
    .refine((secret) => secret !== unsignedMark, { error: "must be a secret that you chose" })
    .optional()
    .describe("Secret with which that service signs its webhooks to /api/webhooks/bookings."),
  BOOKING_API_URL: z
    .url({ protocol: /^https?$/, error: "must be an http(s) address" })
    .transform((url) => url.replace(/\/$/, ""))
    .optional()
    .describe("Address of its API, such as that of your own Cal.com. Unset: api.cal.com or api.calendly.com."),
  BOOKING_REMINDER_HOURS: numberText(0, 336)
    .default(48)
    .describe(
      "Hours after which a qualified person without a booking is reminded once and the owner is told. 0: never.",
    ),
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
  const { BOOKING_SERVICE: service } = variables;
  if (service === undefined) {
    if (variables.BOOKING_WEBHOOK_SECRET !== undefined) {
      addIssue("BOOKING_SERVICE", "must be set, because BOOKING_WEBHOOK_SECRET is");
    }
    return;
  }
  const required = service === "calendly" ? ["BOOKING_API_KEY"] : ["BOOKING_EVENT_TYPE", "BOOKING_API_KEY"];
  const missing = required.filter((name) => variables[name] === undefined);
  for (const name of missing) addIssue(name, "must be set, because BOOKING_SERVICE is");
  if (variables.SCHEDULING_URL === defaultSchedulingUrl) {
    addIssue("SCHEDULING_URL", "must be the booking page of BOOKING_SERVICE");
  }
}

export const mailVariables = {
  MAIL_FROM: z
    .email({ error: "must be an email address" })
    .optional()
    .describe("Sender of all mails, which gets the bounces. SPF and DKIM are yours to set. Unset: CONTACT_EMAIL."),
  MAIL_WORKER: z
    .enum(["app", "separate"], { error: "must be app or separate" })
    .default("app")
    .describe(
      "Who sends mails and webhooks, judges spam and asks the catalog's addresses. app: every instance. separate: npm run worker.",
    ),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/, hostname: /./, error: "must be an imaps:// or imap:// address" })
    .optional()
    .describe("Mailbox of CONTACT_EMAIL, such as imaps://user:password@mail.example.com/INBOX."),
  INBOUND_MAIL_SECRET: z
    .string()
    .min(32, { error: "must have at least 32 characters" })
    .regex(/^[\x21-\x7e]*$/, { error: "must contain only ASCII characters, without spaces" })
    .optional()
    .describe("Secret with which your mail provider calls /api/inbound-mail."),
  INBOUND_MAIL_SERVER: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/i, { error: "must be a name such as mx.example.com" })
    .toLowerCase()
    .optional()
    .describe(
      "Name with which your mail server begins its Authentication-Results header. Set: an answer whose sender it does not confirm (DMARC) is held for an operator.",
    ),
};

export const assistantVariables = {
  RATE_LIMIT_HOST_MAX: numberText(1, 1_000_000_000)
    .default(300)
    .describe("Submissions per hosted assistant in a window, instead of the limits per client and agentName."),
  ASSISTANT_RANGES: z
    .string()
    .refine(parseAssistantRanges, { error: "must be ranges such as Claude=160.79.104.0/21, or none" })
    .default(defaultAssistantRanges)
    .describe(
      "Networks that hosted assistants call from, such as Claude=160.79.104.0/21,ChatGPT=192.0.2.0/28, or none.",
    ),
  ASSISTANT_CERTIFICATE_HEADER: z
    .string()
    .regex(/^[\w-]{1,60}$/, { error: "must be the name of a header" })
    .optional()
    .describe(
      "Header in which your proxy puts the DNS name of a verified client certificate. Needs TRUSTED_PROXY_HOPS.",
    ),
  ASSISTANT_ORIGINS: z
    .string()
    .refine(parseAssistantOrigins, { error: "must be https origins such as ChatGPT=https://chatgpt.com, or none" })
    .default(defaultAssistantOrigins)
    .describe("Origins whose keys sign the requests of hosted assistants (Web Bot Auth), or none."),
};

import * as z from "zod/mini";
import { contactFields } from "./fields.ts";
import { outcomeParameter } from "./outcome-parameter.ts";
import { LeadRoute } from "./schema.ts";

/** When it was sent, in milliseconds since the epoch: until the year 9999, since a page makes a date of it. */
const SentAt = z.int().check(z.positive(), z.maximum(253_402_300_799_999));

/** What the page after a submission shows; the browser keeps it in a cookie, so that it survives a reload. */
export const EvaluationOutcome = z.object({
  id: z.int().check(z.positive()),
  route: LeadRoute,
  schedulingUrl: z.optional(z.string().check(z.maxLength(2048))),
  sentAt: SentAt,
});
export type EvaluationOutcome = z.infer<typeof EvaluationOutcome>;

export const ContactOutcome = z.object({
  id: z.int().check(z.positive()),
  topic: contactFields.topic,
  sentAt: SentAt,
});
export type ContactOutcome = z.infer<typeof ContactOutcome>;

export const outcomeCookies = { evaluation: "evaluation-outcome", contact: "contact-outcome" } as const;
export const outcomeSeconds = 7 * 24 * 60 * 60;

/** For the address, where a browser refuses cookies. */
export function outcomeQuery(outcome: EvaluationOutcome | ContactOutcome): string {
  return `?${new URLSearchParams({ [outcomeParameter]: JSON.stringify(outcome) })}`;
}

/** As the value of a cookie. */
export function encodeOutcome(outcome: EvaluationOutcome | ContactOutcome): string {
  return encodeURIComponent(JSON.stringify(outcome));
}

type Outcome = { sentAt: number };

/** Of a cookie and an address the one that was sent last: a cookie that could not be renewed is an old one's. */
export function lastSent<One extends Outcome>(...outcomes: (One | null)[]): One | null {
  return outcomes.reduce((last, one) => (one && (!last || one.sentAt > last.sentAt) ? one : last), null);
}

/** The outcome in a decoded value of a cookie or a parameter, or null: what a browser sends may have been written by anyone. */
export function decodeOutcome<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(String(value))).data ?? null;
  } catch {
    return null;
  }
}

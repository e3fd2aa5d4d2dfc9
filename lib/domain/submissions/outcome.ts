import * as z from "zod/mini";
import { outcomeParameter, urlMax } from "./first-touch.ts";
import { contactFields, EvaluationResult, LeadRoute, SubmissionResult } from "./schema.ts";

/** When it was sent, in milliseconds since the epoch: until the year 9999, since a page makes a date of it. */
const SentAt = z.int().check(z.positive(), z.maximum(253_402_300_799_999));

/** What the page after a submission shows; the browser keeps it in a cookie, so that it survives a reload. */
export const EvaluationOutcome = z.object({
  id: EvaluationResult.shape.id,
  route: LeadRoute,
  schedulingUrl: z.optional(z.string().check(z.maxLength(urlMax))),
  sentAt: SentAt,
});
export type EvaluationOutcome = z.infer<typeof EvaluationOutcome>;

export const ContactOutcome = z.object({
  id: SubmissionResult.shape.id,
  topic: contactFields.topic,
  sentAt: SentAt,
});
export type ContactOutcome = z.infer<typeof ContactOutcome>;

/** By the form that was sent. */
export type Outcomes = { evaluation: EvaluationOutcome; contact: ContactOutcome };

export const outcomeCookies = { evaluation: "evaluation-outcome", contact: "contact-outcome" } as const;
const outcomeSeconds = 7 * 24 * 60 * 60;

/** A Set-Cookie value; also right for document.cookie. */
export function outcomeCookie<Form extends keyof Outcomes>(form: Form, outcome: Outcomes[Form], isSecure: boolean) {
  const value = encodeURIComponent(JSON.stringify(outcome));
  return `${outcomeCookies[form]}=${value}; Path=/; Max-Age=${outcomeSeconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** For the address, where a browser refuses cookies. */
export function outcomeQuery(outcome: Outcomes[keyof Outcomes]): string {
  return `?${new URLSearchParams({ [outcomeParameter]: JSON.stringify(outcome) })}`;
}

/**
 * The newest outcome among decoded values of cookies and parameters, or null. The cookie may be stale, where it could not be
 * renewed; anyone may have written what a browser sends.
 */
export function latestOutcome<One extends { sentAt: number }>(schema: z.ZodMiniType<One>, ...values: unknown[]) {
  const outcomes = values.flatMap((value) => parseOutcome(schema, value) ?? []);
  return outcomes.reduce<One | null>((last, one) => (last && last.sentAt >= one.sentAt ? last : one), null);
}

function parseOutcome<One>(schema: z.ZodMiniType<One>, value: unknown): One | undefined {
  try {
    return schema.safeParse(JSON.parse(String(value))).data;
  } catch {
    return undefined;
  }
}

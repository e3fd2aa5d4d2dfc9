import * as z from "zod/mini";
import { outcomeParameter, urlMax } from "./first-touch.ts";
import { contactFields, EvaluationResult, LeadRoute, SubmissionResult } from "./schema.ts";

/** Milliseconds since the epoch, up to the year 9999: a page formats it as a date. */
const SentAt = z.int().check(z.positive(), z.maximum(253_402_300_799_999));

/** Shown on the page after a submission. Kept in a cookie, to survive a reload. */
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

export type Outcomes = { evaluation: EvaluationOutcome; contact: ContactOutcome };

export const outcomeCookies = { evaluation: "evaluation-outcome", contact: "contact-outcome" } as const;
const outcomeSeconds = 7 * 24 * 60 * 60;

/** For Set-Cookie and for document.cookie. */
export function formatOutcomeCookie<Form extends keyof Outcomes>(
  form: Form,
  outcome: Outcomes[Form],
  isSecure: boolean,
) {
  const value = encodeURIComponent(JSON.stringify(outcome));
  return `${outcomeCookies[form]}=${value}; Path=/; Max-Age=${outcomeSeconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

export function formatOutcomeQuery(outcome: Outcomes[keyof Outcomes]): string {
  return `?${new URLSearchParams({ [outcomeParameter]: JSON.stringify(outcome) })}`;
}

/**
 * The newest valid outcome among decoded cookies and parameters, or null. The cookie may be stale; both may be forged.
 */
export function findLatestOutcome<One extends { sentAt: number }>(schema: z.ZodMiniType<One>, ...values: unknown[]) {
  const outcomes = values.flatMap((value) => parseOutcome(schema, value) ?? []);
  return outcomes.toSorted((a, b) => b.sentAt - a.sentAt).at(0) ?? null;
}

function parseOutcome<One>(schema: z.ZodMiniType<One>, value: unknown): One | undefined {
  try {
    return schema.safeParse(JSON.parse(String(value))).data;
  } catch {
    return undefined;
  }
}

import {
  ContactOutcome,
  decodeOutcome,
  EvaluationOutcome,
  encodeOutcome,
  outcomeCookies,
  outcomeQuery,
  outcomeSeconds,
} from "#lib/domain/submissions/outcome.ts";

export type Outcomes = { evaluation: EvaluationOutcome; contact: ContactOutcome };
const schemas = { evaluation: EvaluationOutcome, contact: ContactOutcome };

/** Keeps what the page after sending shows, for this browser alone. @returns what to add to that page's address. */
export function keepOutcome<Form extends keyof Outcomes>(form: Form, outcome: Outcomes[Form]): string {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we support
  document.cookie = `${outcomeCookies[form]}=${encodeOutcome(outcome)}; Path=/; Max-Age=${outcomeSeconds}; SameSite=Lax${secure}`;
  return readOutcome(form)?.sentAt === outcome.sentAt ? "" : outcomeQuery(outcome);
}

/** What was last sent from this browser. */
export function readOutcome(form: keyof Outcomes): Outcomes[typeof form] | null {
  const start = `${outcomeCookies[form]}=`;
  const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  try {
    return decodeOutcome(schemas[form], decodeURIComponent(pair?.slice(start.length) ?? ""));
  } catch {
    return null;
  }
}

import {
  ContactOutcome,
  EvaluationOutcome,
  findLatestOutcome,
  formatOutcomeCookie,
  formatOutcomeQuery,
  type Outcomes,
  outcomeCookies,
} from "#lib/domain/submissions/outcome.ts";

/** @returns the query of the outcome's page, needed if the browser refuses cookies */
export function keepOutcome<Form extends keyof Outcomes>(form: Form, outcome: Outcomes[Form]): string {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we support
  document.cookie = formatOutcomeCookie(form, outcome, window.location.protocol === "https:");
  return readOutcome(form)?.sentAt === outcome.sentAt ? "" : formatOutcomeQuery(outcome);
}

/** The outcome of the last submission from this browser. */
export function readOutcome(form: keyof Outcomes): Outcomes[typeof form] | null {
  const start = `${outcomeCookies[form]}=`;
  const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  try {
    const value = decodeURIComponent(pair?.slice(start.length) ?? "");
    return form === "evaluation"
      ? findLatestOutcome(EvaluationOutcome, value)
      : findLatestOutcome(ContactOutcome, value);
  } catch {
    return null;
  }
}

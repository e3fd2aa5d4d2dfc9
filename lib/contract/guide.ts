import { type ErrorKind, type StableCode, stableCodes } from "../domain/errors.ts";
import { formFields } from "../domain/submissions/core/fields.ts";
import { formatHandOffLink } from "../domain/submissions/intake/hand-off.ts";

export const guideSections = [
  "assistants",
  "handOff",
  "consent",
  "bookings",
  "errors",
  "limits",
  "repeats",
  "client",
] as const;

/** Error kinds that the guide leaves out: those of the desk, and one that a caller cannot fix. */
type OtherKind = "unauthorized" | "forbidden" | "internal";
type GuideError = { name: StableCode | Exclude<ErrorKind, OtherKind>; status: number; code?: StableCode };

export const guideErrors: GuideError[] = [
  { name: "invalid_input", status: 400 },
  ...stableCodes.filter((code) => code !== "rate_limited").map((code) => ({ name: code, status: 400, code })),
  { name: "not_found", status: 404 },
  { name: "method_not_allowed", status: 405 },
  { name: "conflict", status: 409 },
  { name: "too_large", status: 413 },
  { name: "unsupported_media_type", status: 415 },
  { name: "rate_limited", status: 429, code: "rate_limited" },
  { name: "unavailable", status: 503 },
];

const decisions = `Public: no credential is needed. An assistant submits only after the person agreed, with channel ai_agent, its agentName and userConsent true.

Decisions of this service:
- Lengths count Unicode code points of what was sent; text is stored trimmed; blank text is refused where a minimum is set. A NUL or half of a surrogate pair is refused. Optional fields are omitted, not null. Unknown properties are ignored.
- An invalid payload is a 400 whose error names each field at fault and its bound, without a code. When several things are wrong the code is the first of consent_required, agent_name_required, answers_required. answers_required: neither or both of answers and answersByKey. Numbers in answers may be fractions.
- schedulingUrl is left out unless the route is qualified.
- Submissions are limited per client and, for agents, per agentName, in a sliding window; only valid ones count. A 429 says in Retry-After after how many seconds there is room again, at the latest. Do not rotate agent names.
- An unknown and an unpublished slug answer the same 404. A body over 256 KiB is a 413, a content type that is not JSON a 415.
- 503 with Retry-After: the database is away and nothing is acknowledged; try again.
- Every answer carries X-Request-Id. Catalog answers carry an ETag. The answer to a submission carries Submission-Receipt, the key to the operations of Bookings.`;

/** The description in the OpenAPI document. */
export const describeService = (siteUrl: string): string => `${decisions}\n\n${describeHandOff(siteUrl)}`;

function describeHandOff(siteUrl: string): string {
  const [evaluation, contact] = [`${siteUrl}/en/evaluation`, `${siteUrl}/en/contact`];
  const link = formatHandOffLink(evaluation, { values: { budget: "over_20k", name: "Ana" }, assistant: "ChatGPT" });
  return `Hand-off link, for an assistant that cannot submit: ${evaluation} or ${contact} (Spanish: /es/evaluacion, /es/contacto) opens the form filled, and the person sends it. In the query: assistant (its name), answers by key, or a question's topic. The person's own values stand only behind #, as a query string: ${formFields.evaluation.join(", ")}; for a question ${formFields.inquiry.join(", ")}. Percent-encoded, bounds as below, invalid ones are ignored. Example: ${link}`;
}

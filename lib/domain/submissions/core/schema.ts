import * as z from "zod/mini";
import { isJsonObject, listKeys } from "../../json.ts";
import { Locale } from "../../locale.ts";
import { described, fault, orNull, type Rule, type RuleIssue, text, withRules } from "../../schema-kit.ts";
import { codePointLength, describeBounds, isStorable } from "../../text-bounds.ts";
import { utmPropertiesMax, utmValueMax } from "./first-touch.ts";
import { type AnswersByKey, questions } from "./questions.ts";
import { SubmissionKind } from "./submission-ref.ts";
import { submissionTexts } from "./submission-texts.ts";

export const channels = ["web", "ai_agent"] as const;

const utmBound = `an object of at most ${utmPropertiesMax} properties, each a text of at most ${utmValueMax} characters`;

type Fault = { path: string[]; message: string };

function listUtmFaults(utm: unknown): Fault[] {
  if (!isJsonObject(utm) || Object.keys(utm).length > utmPropertiesMax) {
    return [{ path: [], message: `must be ${utmBound}` }];
  }
  return Object.entries(utm).flatMap(([name, value]) => {
    if (typeof value !== "string" || codePointLength(value) > utmValueMax) {
      return [{ path: [name], message: `must be text of at most ${utmValueMax} characters` }];
    }
    if (isStorable(name) && isStorable(value)) return [];
    return [
      { path: [name], message: "must not contain a NUL character or half of a surrogate pair, nor may its name" },
    ];
  });
}

/** Uses Object.fromEntries, which handles `__proto__` like any other name. */
function trimValues(utm: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(utm).map(([name, value]) => [name, value.trim()]));
}

/** URL parameters (contract 2.4). Never aborts parsing, because zod would then skip the rules and their error codes. */
export const UtmParams = z
  .custom<Record<string, string>>()
  .check((ctx) => {
    const faults = listUtmFaults(ctx.value);
    for (const fault of faults) ctx.issues.push({ code: "custom", input: ctx.value, ...fault });
    if (!faults.length) ctx.value = trimValues(ctx.value);
  })
  .check(
    z.meta({
      type: "object",
      maxProperties: utmPropertiesMax,
      additionalProperties: { type: "string", maxLength: utmValueMax },
      description: "Attribution parameters captured on first touch (utm_* and ad click ids).",
    }),
  );

/** Fields that evaluations and inquiries share (contract 2.1 and 2.5). */
export const submissionFields = {
  name: described("The person's full name.", text(submissionTexts.name)),
  email: described("Email for replies, like name@example.com.", text(submissionTexts.email)),
  language: described("Language of the returned message and of the follow-up.", Locale),
  sourcePage: described("Website path of the form; agents send a short identifier.", text(submissionTexts.sourcePage)),
  channel: described(
    "ai_agent when an assistant or automation submits on behalf of a person. Omitted, it is web; an assistant must send it, or the person is asked by mail whether it spoke for them.",
    z._default(z.enum(channels, { error: "must be web or ai_agent" }), "web"),
  ),
  agentName: described(
    "Name of the assistant or platform. Required when channel is ai_agent.",
    z.optional(text(submissionTexts.agentName)),
  ),
  userConsent: described(
    "Must be true when channel is ai_agent: the person agreed to share the details and to be contacted.",
    z.optional(z.boolean({ error: "must be true or false" })),
  ),
  utm: z.optional(UtmParams),
  landingPage: described("First page of the visit.", z.optional(text(submissionTexts.landingPage))),
  referrer: described("Referrer of the first page of the visit.", z.optional(text(submissionTexts.referrer))),
  website: described("Leave empty or omit.", z.optional(text(submissionTexts.website))),
};

type AnswerShape = { [Key in keyof AnswersByKey]: z.ZodMiniType<AnswersByKey[Key], AnswersByKey[Key]> };

/** TypeScript needs the cast, because it cannot follow an object built key by key. */
const answerShape = {} as AnswerShape;
for (const { key, question, options } of questions) {
  const choice = z.enum(options, { error: fault(`one of ${options.join(", ")}`) });
  Object.assign(answerShape, { [key]: described(question, choice) });
}

/** One option per question (contract 2.2). */
export const EvaluationAnswersByKey = z.object(answerShape, {
  error: `must be an object with the ${questions.length} answer keys`,
});

const answersBound = `exactly ${questions.length} numbers from 0 to 2`;
const Score = z.number({ error: "must be a number from 0 to 2" }).check(z.minimum(0), z.maximum(2));

export const evaluationFields = {
  ...submissionFields,
  role: described("The person's job title.", text(submissionTexts.role)),
  company: described("Company or brand name.", text(submissionTexts.company)),
  phone: described("Phone number with the country code, for calls.", z.optional(text(submissionTexts.phone))),
  projectDescription: described("The project in the person's own words.", text(submissionTexts.projectDescription)),
  discoverySource: described(
    "How the person heard of us; agents name themselves.",
    text(submissionTexts.discoverySource),
  ),
  answers: described(
    "Nine scores in question order; used by the website form. Send this or answersByKey, never both.",
    z.optional(
      z
        .array(Score, { error: `must be ${answersBound}` })
        .check(z.length(questions.length, { error: `must be ${answersBound}` })),
    ),
  ),
  answersByKey: described(
    "The nine answers by key; recommended for agents. Send this or answers, never both.",
    z.optional(EvaluationAnswersByKey),
  ),
};

export const contactFields = {
  ...submissionFields,
  message: described("The question in the person's own words.", text(submissionTexts.message)),
  topic: described(
    "Slug of the catalog entry in question, such as receipts-validation.",
    z.optional(text(submissionTexts.topic)),
  ),
};

/** Requires an agent's submission to contain the agent's name and consent (contract 2.1, 2.5, 5.2). */
const agentRule: Rule = (input) => {
  if (input.channel !== "ai_agent") return [];
  const issues: RuleIssue[] = [];
  if (input.userConsent !== true) {
    const message = "must be true when channel is ai_agent: ask the person before you submit";
    issues.push({ path: ["userConsent"], message, params: { code: "consent_required" } });
  }
  if (input.agentName === undefined) {
    const message = `is required when channel is ai_agent (${describeBounds(submissionTexts.agentName)})`;
    issues.push({ path: ["agentName"], message, params: { code: "agent_name_required" } });
  }
  return issues;
};

/** Requires exactly one form of the answers (contract 4, rule 2). A property sent as null counts as sent. */
const answersRule: Rule = (input) => {
  const sent = [input.answers, input.answersByKey].filter((answers) => answers !== undefined).length;
  if (sent === 1) return [];
  const message = sent ? "cannot be sent together with answersByKey: send one of them" : "or answersByKey is required";
  return [{ path: ["answers"], message, params: { code: "answers_required" } }];
};

const notAnObject = { error: "must be a JSON object" };

/** Input of an evaluation (contract 2.1). */
export const EvaluationInput = withRules(z.object(evaluationFields, notAnObject), agentRule, answersRule);
export type EvaluationInput = z.output<typeof EvaluationInput>;

/** Input of an inquiry (contract 2.5). */
export const ContactInput = withRules(z.object(contactFields, notAnObject), agentRule);
export type ContactInput = z.output<typeof ContactInput>;

export const LeadRoute = z.enum(["qualified", "review", "redirect"]);
export type LeadRoute = z.infer<typeof LeadRoute>;
/** The `route` column: null for an inquiry. */
export const StoredRoute = z.nullable(LeadRoute);

/** Conditions that rules, webhooks and templates set on a submission. Null accepts any value. */
export const conditions = {
  kind: orNull(SubmissionKind),
  route: orNull(LeadRoute),
  language: orNull(Locale),
  channel: orNull(z.enum(channels)),
};
export const conditionNames = listKeys(conditions);

const Id = z.int().check(z.positive());

/** Verdict of an evaluation (contract 2.3). */
export const EvaluationResult = z.object({
  id: described("Lead reference number.", Id),
  route: described(
    "qualified: strong fit, a technical review may be booked. review: the team replies within the time that the message names. redirect: probably not the right partner for now.",
    LeadRoute,
  ),
  message: described("Verdict text in the requested language, ready to be relayed.", z.string()),
  schedulingUrl: described(
    "Booking link for a technical fit review; present only for qualified.",
    z.optional(z.nullable(z.string())),
  ),
});
export type EvaluationResult = z.infer<typeof EvaluationResult>;

/** Result of an inquiry (contract 2.6). */
export const SubmissionResult = z.object({ id: described("Inquiry reference number.", Id), success: z.boolean() });
export type SubmissionResult = z.infer<typeof SubmissionResult>;

import { createHash } from "node:crypto";
import { isInputRequiredResult } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { BookingResult, bookingFields, FreeTimes, SubmissionState } from "../domain/bookings/booking.ts";
import { asObject } from "../domain/json.ts";
import { suggestMailDomain } from "../domain/mail-address.ts";
import { fault } from "../domain/schema-kit.ts";
import { pickFields, typedFields } from "../domain/submissions/core/fields.ts";
import {
  contactFields,
  EvaluationAnswersByKey,
  EvaluationResult,
  evaluationFields,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";
import { formatReference, type SubmissionRef } from "../domain/submissions/core/submission-ref.ts";
import { locales } from "../i18n/locales.ts";
import { formatTimeInWords } from "../i18n/time-in-words.ts";
import { askConsent, askPerson, writeBookingQuestion } from "./consent.ts";
import { defineTool, readingAnnotations } from "./tool.ts";

const englishNames = new Intl.DisplayNames("en", { type: "language" });

export const agentWords = {
  language: `${locales.map((locale) => `${locale}: ${englishNames.of(locale)}`).join(", ")}.`,
  agentName: "Your name, such as ChatGPT",
};

const sent = { channel: "ai_agent", sourcePage: "mcp" } as const;

/** The tools add a submission and change no existing data. `openWorldHint`: the data goes to a company. */
const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

const required = fault("true or false");
const shared = {
  language: evaluationFields.language,
  agentName: evaluationFields.agentName.def.innerType,
  userConsent: z
    .boolean({ error: required })
    .check(
      z.refine((agreed) => agreed, { error: "must be true: ask the person first, and submit once they have agreed" }),
    ),
  dryRun: z.optional(z.boolean({ error: required })),
};
const sharedOutput = {
  reference: z.string(),
  receipt: z.optional(z.string()),
  nextStep: z.string(),
  dryRun: z.optional(z.boolean()),
};
const sharedWords = {
  ...agentWords,
  userConsent: "true once the person has agreed to share it and be contacted.",
  dryRun: "true to practice: nothing is stored.",
};

const describeDryRun = (ref: SubmissionRef, name: string, email: string) => ({
  reference: formatReference(ref),
  dryRun: true,
  nextStep: `A sample: nothing was stored, mailed or evaluated. Once a real person has agreed, call ${name} without dryRun.${describeDoubtfulAddress(email)}`,
});

/** An address that looks mistyped is never refused, because it may be right. */
function describeDoubtfulAddress(email: string): string {
  const domain = suggestMailDomain(email);
  return domain ? ` The address may be mistyped: ask if ${domain} is meant, and if so, submit again with it.` : "";
}

const submitEvaluation = defineTool({
  name: "submit_evaluation",
  title: "Evaluate a project",
  description:
    "Submits a project for a verdict. Use it when the person asks if we fit and agreed to share this. Do not use it for questions. Stores the project; a mail asks to confirm or withdraw. Returns message and, if qualified, schedulingUrl: relay both. It may be repeated.",
  annotations,
  isSubmission: true,
  input: z.object({
    ...pickFields(evaluationFields, typedFields.evaluation),
    ...shared,
    answersByKey: EvaluationAnswersByKey,
  }),
  words: { ...sharedWords, answersByKey: "From get_evaluation_questions." },
  prepare: (given) => ({ ...given, answersByKey: asObject(given.answersByKey) }),
  output: z.object({
    message: EvaluationResult.shape.message,
    route: EvaluationResult.shape.route,
    schedulingUrl: z.optional(z.string()),
    ...sharedOutput,
  }),
  run: async ({ dryRun, ...given }, call) => {
    const input = { ...given, ...sent };
    if (dryRun) {
      const { id, route, message } = await call.door.practiceEvaluation(input);
      return { message, route, ...describeDryRun({ kind: "evaluation", id }, call.name, given.email) };
    }
    const consent = await askConsent(input, call);
    if (isInputRequiredResult(consent)) return consent;
    const { id, route, message, schedulingUrl, receipt } = await call.door.submitEvaluation(input, consent);
    const times = schedulingUrl ? ", with schedulingUrl or a time of list_times" : "";
    const nextStep = `Relay message word for word${times}, and say that a mail asks the person to confirm or withdraw.${describeDoubtfulAddress(given.email)}`;
    const reference = formatReference({ kind: "evaluation", id });
    return { message, route, ...(schedulingUrl ? { schedulingUrl } : {}), reference, receipt, nextStep };
  },
});

const submitInquiry = defineTool({
  name: "submit_inquiry",
  title: "Send a question to the company",
  description:
    "Sends a person's question to the company, whose team replies by email. Use it when the person asks something that the catalog does not answer and agreed to share this. Do not use it to evaluate a project, for advertising or, without dryRun, for test data. Stores the question and mails the person, who confirms or withdraws. The answer has a reference. It may be repeated: the same content is stored once.",
  annotations,
  isSubmission: true,
  input: z.object({ ...pickFields(contactFields, typedFields.inquiry), ...shared }),
  words: sharedWords,
  output: z.object({ success: SubmissionResult.shape.success, ...sharedOutput }),
  run: async ({ dryRun, ...given }, call) => {
    const input = { ...given, ...sent };
    if (dryRun) {
      const { id, success } = await call.door.practiceInquiry(input);
      return { success, ...describeDryRun({ kind: "inquiry", id }, call.name, given.email) };
    }
    const consent = await askConsent(input, call);
    if (isInputRequiredResult(consent)) return consent;
    const { id, success, receipt } = await call.door.submitInquiry(input, consent);
    const nextStep = `Tell the person the reference, that the team replies by email, and that a mail asks them to confirm or withdraw.${describeDoubtfulAddress(given.email)}`;
    return { success, reference: formatReference({ kind: "inquiry", id }), receipt, nextStep };
  },
});

const receipt = z
  .string({ error: fault("the receipt of submit_evaluation or submit_inquiry") })
  .check(z.maxLength(200));
const words = {
  receipt: "Returned by the submission.",
  timeZone: "Time zone of the person, such as America/Guatemala.",
};

const getSubmission = defineTool({
  name: "get_submission",
  title: "Look up what became of a submission",
  description:
    "Returns whether the person confirmed or withdrew, when the company replied, and the time that is booked. Use it when the person asks what became of a submission that you sent. Do not use it to find submissions of others. Stores nothing and may be repeated.",
  annotations: readingAnnotations,
  input: z.object({ receipt }),
  words: { receipt: words.receipt },
  output: SubmissionState,
  run: ({ receipt }, { door }) => door.getSubmission(receipt),
});

const listTimes = defineTool({
  name: "list_times",
  title: "List free times to talk",
  description:
    "Lists free times to talk after a qualified submission. Use it when the person wants to talk to the company. Do not use it for other routes. Returns up to twelve times, or the time that is booked, or schedulingUrl: relay it then. Stores nothing and may be repeated.",
  annotations: readingAnnotations,
  input: z.object({ receipt, timeZone: z.optional(bookingFields.timeZone) }),
  words,
  output: FreeTimes,
  run: ({ receipt, timeZone }, { door }) => door.listTimes(receipt, timeZone),
});

const bookTime = defineTool({
  name: "book_time",
  title: "Book a time to talk",
  description:
    "Books one time of list_times. Use it once the person chose a time and agreed that their name, email address, time zone and language go to the booking service. Do not use it to try times. Stores the booking. Returns text and, once booked, manageUrl: relay both. With the state pending, call get_submission after a minute. It may be repeated: a submission has one booking.",
  annotations,
  input: z.object({
    receipt,
    ...bookingFields,
    language: evaluationFields.language,
    agentName: evaluationFields.agentName.def.innerType,
  }),
  words: {
    ...words,
    ...agentWords,
    start: "A start that list_times returned.",
    userConsent: "true once the person agreed to this time.",
  },
  output: BookingResult,
  run: async (input, call) => {
    const { receipt, start, timeZone, language } = input;
    // Fails for a wrong receipt, about which nobody should be asked.
    await call.door.getSubmission(receipt);
    const print = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
    const time = formatTimeInWords(new Date(start), language, timeZone);
    const consent = await askPerson(print, writeBookingQuestion({ ...input, time }, call.door), call);
    if (isInputRequiredResult(consent)) return consent;
    return call.door.bookTime(receipt, { start, timeZone }, consent);
  },
});

export const submissionTools = [submitEvaluation, submitInquiry, listTimes, bookTime, getSubmission];

import { isInputRequiredResult } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { isJsonObject } from "../domain/json.ts";
import { fault } from "../domain/schema-kit.ts";
import {
  contactFields,
  EvaluationAnswersByKey,
  EvaluationResult,
  evaluationFields,
  SubmissionResult,
} from "../domain/submissions/schema.ts";
import { formatReference } from "../domain/submissions/submission-ref.ts";
import { completeAgent } from "./client.ts";
import { askConsent } from "./consent.ts";
import { defineTool } from "./tool.ts";

/** What every submission of this door has in common. */
const sent = { channel: "ai_agent", sourcePage: "mcp" } as const;

/** Adds a submission and changes nothing that is there; what is sent leaves for a company. */
const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

const required = fault("true or false");
const shared = {
  name: evaluationFields.name,
  email: evaluationFields.email,
  language: evaluationFields.language,
  agentName: evaluationFields.agentName.def.innerType,
  userConsent: z
    .boolean({ error: required })
    .check(z.refine((agreed) => agreed, { error: "must be true, once the person agreed: ask the person first" })),
  dryRun: z.optional(z.boolean({ error: required })),
};
/** A client that knows the schema alone goes by the shape of the address. */
export const personWords = {
  name: "Full name of the person",
  email: "For replies, such as name@example.com",
  language: "en: English, es: Spanish.",
  agentName: "Your name, such as ChatGPT",
};
const sharedWords = {
  ...personWords,
  userConsent: "true only after the person agreed to share this and be contacted.",
  dryRun: "true to practise: nothing is stored.",
};

/** For the result of a dry run, beside a sample. */
const describeDryRun = (name: string) => ({
  dryRun: true,
  nextStep: `A sample: nothing was stored, mailed or evaluated. Once a real person agreed, call ${name} without dryRun.`,
});

const submitEvaluation = defineTool({
  name: "submit_evaluation",
  title: "Evaluate a project",
  description:
    "Submits a project with nine answers for a verdict. Use it when the person asks if the company fits and agreed to share this. Do not use it for a question. Stores the details; the person confirms or withdraws by mail. Returns message and, for qualified, schedulingUrl: relay both word for word. It may be repeated safely.",
  annotations,
  isSubmission: true,
  input: z.object({
    ...shared,
    role: evaluationFields.role,
    company: evaluationFields.company,
    phone: evaluationFields.phone,
    projectDescription: evaluationFields.projectDescription,
    discoverySource: evaluationFields.discoverySource,
    answersByKey: EvaluationAnswersByKey,
  }),
  words: {
    ...sharedWords,
    role: "Job title of the person",
    company: "Company or brand name",
    phone: "If the person wants calls",
    projectDescription: "Project in their own words",
    discoverySource: "How the person found us",
    answersByKey: "All nine, from get_evaluation_questions.",
  },
  prepare: (given, context) => {
    const { answersByKey } = given;
    return { ...completeAgent(given, context), answersByKey: isJsonObject(answersByKey) ? answersByKey : {} };
  },
  output: z.object({
    message: EvaluationResult.shape.message,
    route: EvaluationResult.shape.route,
    schedulingUrl: z.optional(z.string()),
    reference: z.string(),
    nextStep: z.string(),
    dryRun: z.optional(z.boolean()),
  }),
  run: async ({ dryRun, ...given }, call) => {
    const input = { ...given, ...sent };
    if (dryRun) {
      const { id, route, message } = await call.door.practiceEvaluation(input);
      return { message, route, reference: formatReference({ kind: "evaluation", id }), ...describeDryRun(call.name) };
    }
    const consent = await askConsent(input, call);
    if (isInputRequiredResult(consent)) return consent;
    const { id, route, message, schedulingUrl } = await call.door.submitEvaluation(input, consent);
    const nextStep = `Relay message word for word${schedulingUrl ? ", with schedulingUrl" : ""}, and say that a mail asks the person to confirm or withdraw.`;
    const reference = formatReference({ kind: "evaluation", id });
    return { message, route, ...(schedulingUrl ? { schedulingUrl } : {}), reference, nextStep };
  },
});

const submitInquiry = defineTool({
  name: "submit_inquiry",
  title: "Send a question to the company",
  description:
    "Sends a person's question to the company, whose team replies by email. Use it when the person asks something that the catalog does not answer and agreed to share their name and address. Do not use it to evaluate a project, for advertising or, without dryRun, for test data. Stores the question and mails the person, who confirms or withdraws. The answer has a reference. It may be repeated: the same content within 24 hours is stored once.",
  annotations,
  isSubmission: true,
  input: z.object({ ...shared, message: contactFields.message, topic: contactFields.topic }),
  words: {
    ...sharedWords,
    message: "Question of the person, in their own words",
    topic: "Slug of the catalog entry in question, such as receipts-validation",
  },
  prepare: completeAgent,
  output: z.object({
    success: SubmissionResult.shape.success,
    reference: z.string(),
    nextStep: z.string(),
    dryRun: z.optional(z.boolean()),
  }),
  run: async ({ dryRun, ...given }, call) => {
    const input = { ...given, ...sent };
    if (dryRun) {
      const { id, success } = await call.door.practiceInquiry(input);
      return { success, reference: formatReference({ kind: "inquiry", id }), ...describeDryRun(call.name) };
    }
    const consent = await askConsent(input, call);
    if (isInputRequiredResult(consent)) return consent;
    const { id, success } = await call.door.submitInquiry(input, consent);
    const nextStep =
      "Tell the person the reference, that the team replies by email, and that a mail asks them to confirm or withdraw.";
    return { success, reference: formatReference({ kind: "inquiry", id }), nextStep };
  },
});

export const submitTools = [submitEvaluation, submitInquiry];

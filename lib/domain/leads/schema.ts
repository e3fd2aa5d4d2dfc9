import { z } from "zod";
import { contactFields, evaluationFields } from "./fields.ts";
import { agentRule, answersRule, crossFieldCheck } from "./rules.ts";

const notAnObject = { error: "must be a JSON object" };

/** Spec 2.1. */
export const EvaluationInput = z
  .object(evaluationFields, notAnObject)
  .superRefine(...crossFieldCheck(agentRule, answersRule));
export type EvaluationInput = z.output<typeof EvaluationInput>;

/** Spec 2.5. */
export const ContactInput = z.object(contactFields, notAnObject).superRefine(...crossFieldCheck(agentRule));
export type ContactInput = z.output<typeof ContactInput>;

export const LeadRoute = z.enum(["qualified", "review", "redirect"]);
export type LeadRoute = z.infer<typeof LeadRoute>;

const Id = z.number().int().positive();

/** Spec 2.3. */
export const EvaluationResult = z.object({
  id: Id.describe("Lead reference number."),
  route: LeadRoute.describe(
    "qualified: strong fit, a technical review may be booked. review: the team replies within 48 hours. redirect: probably not the right partner for now.",
  ),
  message: z.string().describe("Verdict text in the requested language, ready to be relayed."),
  schedulingUrl: z
    .string()
    .nullable()
    .optional()
    .describe("Booking link for a technical fit review; present only for qualified."),
});
export type EvaluationResult = z.infer<typeof EvaluationResult>;

/** Spec 2.6. */
export const SubmissionResult = z.object({ id: Id.describe("Inquiry reference number."), success: z.boolean() });
export type SubmissionResult = z.infer<typeof SubmissionResult>;

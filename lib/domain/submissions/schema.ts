import * as z from "zod/mini";
import { described, withRules } from "../schema-kit.ts";
import { contactFields, evaluationFields } from "./fields.ts";
import { replyHours } from "./reply-hours.ts";
import { agentRule, answersRule } from "./rules.ts";

const notAnObject = { error: "must be a JSON object" };

/** Spec 2.1. */
export const EvaluationInput = withRules(z.object(evaluationFields, notAnObject), agentRule, answersRule);
export type EvaluationInput = z.output<typeof EvaluationInput>;

/** Spec 2.5. */
export const ContactInput = withRules(z.object(contactFields, notAnObject), agentRule);
export type ContactInput = z.output<typeof ContactInput>;

export const LeadRoute = z.enum(["qualified", "review", "redirect"]);
export type LeadRoute = z.infer<typeof LeadRoute>;

const Id = z.int().check(z.positive());

/** Spec 2.3. */
export const EvaluationResult = z.object({
  id: described("Lead reference number.", Id),
  route: described(
    `qualified: strong fit, a technical review may be booked. review: the team replies within ${replyHours} hours. redirect: probably not the right partner for now.`,
    LeadRoute,
  ),
  message: described("Verdict text in the requested language, ready to be relayed.", z.string()),
  schedulingUrl: described(
    "Booking link for a technical fit review; present only for qualified.",
    z.optional(z.nullable(z.string())),
  ),
});
export type EvaluationResult = z.infer<typeof EvaluationResult>;

/** Spec 2.6. */
export const SubmissionResult = z.object({ id: described("Inquiry reference number.", Id), success: z.boolean() });
export type SubmissionResult = z.infer<typeof SubmissionResult>;

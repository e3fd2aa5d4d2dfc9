import { ContactInput, EvaluationInput, EvaluationResult, SubmissionResult } from "../domain/submissions/schema.ts";
import { defineOperation } from "./operation.ts";

/** The two submissions of spec section 4, apart from the rest: the forms send them to the browser. */
export const leadOperations = {
  submitEvaluation: defineOperation({
    operationId: "submitEvaluation",
    method: "POST",
    path: "/leads/evaluate",
    summary: "Evaluate the fit of a project",
    description:
      "Stores the person's details, project and nine answers and returns the verdict at once. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true, then relay message and, when present, schedulingUrl. The person confirms or withdraws by mail.",
    source: "body",
    input: EvaluationInput,
    output: EvaluationResult,
    status: 201,
    isSubmission: true,
    isCorsOpen: true,
    logged: ["channel", "route"],
  }),
  submitContact: defineOperation({
    operationId: "submitContact",
    method: "POST",
    path: "/leads/contact",
    summary: "Send an inquiry",
    description:
      "Stores a general inquiry and returns its reference id. The team replies to the e-mail address given. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true. The person confirms or withdraws by mail.",
    source: "body",
    input: ContactInput,
    output: SubmissionResult,
    status: 201,
    isSubmission: true,
    isCorsOpen: true,
    logged: ["channel"],
  }),
};

import { ContactInput, EvaluationInput, EvaluationResult, SubmissionResult } from "../domain/submissions/schema.ts";

const submission = { method: "POST", source: "body", status: 201, isSubmission: true, isCorsOpen: true } as const;

/** The two submissions of spec section 4 as the site's forms know them: the browser needs no descriptions. */
export const leadOperations = {
  submitEvaluation: {
    ...submission,
    operationId: "submitEvaluation",
    path: "/leads/evaluate",
    input: EvaluationInput,
    output: EvaluationResult,
    logged: ["channel", "route"],
  },
  submitContact: {
    ...submission,
    operationId: "submitContact",
    path: "/leads/contact",
    input: ContactInput,
    output: SubmissionResult,
    logged: ["channel"],
  },
} as const;

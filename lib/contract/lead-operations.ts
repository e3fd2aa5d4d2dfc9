import {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";

const submission = { method: "POST", source: "body", status: 201, isSubmission: true, isCorsOpen: true } as const;

/** Separate from operations.ts, so that the site's forms do not load its descriptions and the catalog. */
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

export const practiceOperations = {
  practiceEvaluation: {
    ...leadOperations.submitEvaluation,
    operationId: "practiceEvaluation",
    path: "/practice/leads/evaluate",
    isPractice: true,
    logged: ["channel"],
  },
  practiceContact: {
    ...leadOperations.submitContact,
    operationId: "practiceContact",
    path: "/practice/leads/contact",
    isPractice: true,
  },
} as const;

import { nameOperations } from "../domain/operation.ts";
import {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";

const submission = { method: "POST", status: 201, isSubmission: true, isCorsOpen: true } as const;

/** Separate from operations.ts, so that the site's forms do not load its descriptions and the catalog. */
export const leadOperations = nameOperations({
  submitEvaluation: {
    ...submission,
    path: "/leads/evaluate",
    input: EvaluationInput,
    output: EvaluationResult,
    logged: ["channel", "route"],
  },
  submitContact: {
    ...submission,
    path: "/leads/contact",
    input: ContactInput,
    output: SubmissionResult,
    logged: ["channel"],
  },
});

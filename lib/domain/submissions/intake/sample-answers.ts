import { verdictText } from "../../../i18n/texts.ts";
import type { Locale } from "../../locale.ts";
import type { EvaluationResult, SubmissionResult } from "../core/schema.ts";

/** ID that no real submission has, because real IDs count up from 1. */
const sampleId = 999_999_999;

/** The same for all answers: otherwise callers could learn the thresholds without storing anything (contract 8.4). */
export function getSampleVerdict(locale: Locale): EvaluationResult {
  return { id: sampleId, route: "review", message: verdictText(locale)("sample") };
}

export const sampleReference: SubmissionResult = { id: sampleId, success: true };

import { getPathname } from "../../../i18n/paths.ts";
import { assistantText, verdictText } from "../../../i18n/texts.ts";
import type { Locale } from "../../locale.ts";
import { formFields } from "../core/fields.ts";
import type { EvaluationResult, SubmissionResult } from "../core/schema.ts";
import { formatHandOffLink } from "./hand-off.ts";

/** ID that no real submission has, because real IDs count up from 1. */
const sampleId = 999_999_999;

/** The same for all answers: otherwise callers could learn the thresholds without storing anything (contract 8.4). */
export function getSampleVerdict(locale: Locale): EvaluationResult {
  return { id: sampleId, route: "review", message: verdictText(locale)("sample") };
}

export const sampleReference: SubmissionResult = { id: sampleId, success: true };

/** The use cases of the practice operations. */
export const practiceEvaluation = async ({ language }: { language: Locale }) => getSampleVerdict(language);
export const practiceInquiry = async () => sampleReference;

const person = { name: "Lucía Hernández", email: "lucia+promo@example.com" };
const answers = { marketing_team: "team_with_budget", budget: "over_20k" };

export function getHandOffExamples(siteUrl: string, locale: Locale) {
  const evaluation = siteUrl + getPathname({ href: "/evaluation", locale });
  const contact = siteUrl + getPathname({ href: "/contact", locale });
  const message = assistantText(locale)("sampleQuestion");
  return {
    evaluation,
    contact,
    evaluationFields: formFields.evaluation.join(", "),
    contactFields: formFields.inquiry.join(", "),
    evaluationLink: formatHandOffLink(evaluation, { values: { ...answers, ...person }, assistant: "ChatGPT" }),
    contactLink: formatHandOffLink(contact, { values: { ...person, message }, assistant: "Claude" }),
  };
}

import type { Locale } from "../../locale.ts";
import type { EvaluationResult, SubmissionResult } from "../core/schema.ts";

/** Refers to nothing: references count up from 1. */
const sampleId = 999_999_999;

const messages: Record<Locale, string> = {
  en: "This is a sample answer, for practice: nothing was stored or sent, and the answers were not evaluated. The message of a real evaluation comes in its place.",
  es: "Esta es una respuesta de muestra, para practicar: no se guardó ni se envió nada, y las respuestas no se evaluaron. En su lugar viene el mensaje de una evaluación real.",
};

/** The same for all answers: learning the thresholds must cost stored submissions (contract 8.4). */
export function getSampleVerdict(locale: Locale): EvaluationResult {
  return { id: sampleId, route: "review", message: messages[locale] };
}

export const sampleReference: SubmissionResult = { id: sampleId, success: true };

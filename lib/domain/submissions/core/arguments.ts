import { argumentTexts } from "../../../i18n/texts.ts";
import type { Locale } from "../../locale.ts";
import { getAnswerTexts } from "./question-texts.ts";
import type { JudgedAnswer } from "./questions.ts";

export const sides = ["for", "against", "open"] as const;
export type Side = (typeof sides)[number];
/** Answer and sentence are null for an answer between two options. */
type Argument = { question: string; answer: string | null; sentence: string | null };

/** Judges each answer alone, because no sentence may hint at the sum or the confidential thresholds (8.4). */
export function listArguments(answers: readonly JudgedAnswer[], locale: Locale): Record<Side, Argument[]> {
  const argued: Record<Side, Argument[]> = { for: [], against: [], open: [] };
  for (const { question, points, option } of answers) {
    const { label, value } = getAnswerTexts(question, option ?? "", locale);
    const sentence = option && (argumentTexts[locale][question]?.[option] ?? null);
    argued[toSide(points)].push({ question: label, answer: option && value, sentence });
  }
  return argued;
}

/** Lists what could change: first for each answer against the project, then for each open one. */
export function listPossibleChanges(answers: readonly JudgedAnswer[], locale: Locale): string[] {
  const filterBySide = (side: Side) => answers.filter(({ points }) => toSide(points) === side);
  return [...filterBySide("against"), ...filterBySide("open")].map(
    ({ question }) => argumentTexts[locale][question]?.change ?? "",
  );
}

/** Points may be shown as for or against, because contract 2.2 makes them public. Fractions lie between options. */
function toSide(points: number): Side {
  if (points === 2) return "for";
  return points === 0 ? "against" : "open";
}

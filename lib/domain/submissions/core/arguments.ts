import en from "../../../../messages/en/answers.json";
import es from "../../../../messages/es/answers.json";
import type { Locale } from "../../locale.ts";
import { describeAnswer } from "./question-texts.ts";
import type { JudgedAnswer } from "./questions.ts";

const texts = { en, es };
type Sentences = Record<string, Record<string, string>>;

export const sides = ["for", "against", "open"] as const;
export type Side = (typeof sides)[number];
export type Argument = { question: string; answer: string | null; sentence: string };

/** Judges each answer alone, because no sentence may hint at the sum or the confidential thresholds (8.4). */
export function argueAnswers(answers: readonly JudgedAnswer[], locale: Locale): Record<Side, Argument[]> {
  const sentences: Sentences = texts[locale] as never;
  const argued: Record<Side, Argument[]> = { for: [], against: [], open: [] };
  for (const { question, points, option } of answers) {
    const { label, value } = describeAnswer(question, option ?? "", locale);
    const sentence = option === null ? texts[locale].between : (sentences[question]?.[option] ?? "");
    argued[toSide(points)].push({ question: label, answer: option && value, sentence });
  }
  return argued;
}

/** Lists what could change: first for each answer against the project, then for each open one. */
export function listChanges(answers: readonly JudgedAnswer[], locale: Locale): string[] {
  const sentences: Sentences = texts[locale] as never;
  const ofSide = (side: Side) => answers.filter(({ points }) => toSide(points) === side);
  return [...ofSide("against"), ...ofSide("open")].map(({ question }) => sentences[question]?.change ?? "");
}

/** An option's points are public (2.2). Fractions lie between two options. */
function toSide(points: number): Side {
  if (points === 2) return "for";
  return points === 0 ? "against" : "open";
}

export const argumentTexts: Record<Locale, { title: string; sharedTitle: string; sides: Record<Side, string> }> = texts;

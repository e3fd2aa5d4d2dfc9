import en from "../../../../messages/en/questions.json";
import es from "../../../../messages/es/questions.json";
import type { Locale } from "../../locale.ts";
import { questions } from "./questions.ts";

const texts: Record<Locale, Record<string, Record<string, string>>> = { en, es };

/** Unknown keys are returned unchanged. */
export function getAnswerTexts(question: string, option: string, locale: Locale): { label: string; value: string } {
  const known = texts[locale][question] ?? {};
  return { label: known.question ?? question, value: known[option] ?? option };
}

export function listQuestions(locale: Locale) {
  return questions.map(({ key, options }) => ({
    key,
    question: getAnswerTexts(key, options[0], locale).label,
    options: Object.fromEntries(options.map((option) => [option, getAnswerTexts(key, option, locale).value])),
  }));
}

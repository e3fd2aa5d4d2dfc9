import en from "../../messages/en.json" with { type: "json" };
import es from "../../messages/es.json" with { type: "json" };
import type { Locale } from "../domain/locale.ts";
import { questions } from "../domain/submissions/questions.ts";

const texts: Record<Locale, Record<string, Record<string, string>>> = { en: en.questions, es: es.questions };

/** In the words of the site; a key that it does not know stands for itself. */
export function describeAnswer(question: string, option: string, locale: Locale): { label: string; value: string } {
  const known = texts[locale][question] ?? {};
  return { label: known.question ?? question, value: known[option] ?? option };
}

export type QuestionInWords = { key: string; question: string; options: Record<string, string> };

/** The nine questions in order; `options` by key. */
export function listQuestions(locale: Locale): QuestionInWords[] {
  return questions.map(({ key, options }) => {
    const inWords = (option: string) => describeAnswer(key, option, locale);
    return {
      key,
      question: inWords(options[0]).label,
      options: Object.fromEntries(options.map((option) => [option, inWords(option).value])),
    };
  });
}

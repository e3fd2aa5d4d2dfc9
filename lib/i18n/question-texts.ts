import type { Locale } from "../domain/locale.ts";
import { questions } from "../domain/submissions/core/questions.ts";

/** The files `questions.json` of messages/. */
type Texts = Record<Locale, Record<string, Record<string, string>>>;

export type QuestionInWords = { key: string; question: string; options: Record<string, string> };

/** Questions and options in the words of the site. */
export type QuestionTexts = {
  /** A key that is unknown stands for itself. */
  describeAnswer: (question: string, option: string, locale: Locale) => { label: string; value: string };
  /** The nine questions in order; `options` by key. */
  listQuestions: (locale: Locale) => QuestionInWords[];
};

/** The messages are handed in: Node and Next import JSON in different ways. */
export function readQuestionTexts(texts: Texts): QuestionTexts {
  const describeAnswer: QuestionTexts["describeAnswer"] = (question, option, locale) => {
    const known = texts[locale][question] ?? {};
    return { label: known.question ?? question, value: known[option] ?? option };
  };
  const listQuestions = (locale: Locale) =>
    questions.map(({ key, options }) => ({
      key,
      question: describeAnswer(key, options[0], locale).label,
      options: Object.fromEntries(options.map((option) => [option, describeAnswer(key, option, locale).value])),
    }));
  return { describeAnswer, listQuestions };
}

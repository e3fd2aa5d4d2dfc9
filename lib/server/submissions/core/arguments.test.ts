import { describe, expect, test } from "vitest";
import en from "../../../../messages/en/answers.json";
import es from "../../../../messages/es/answers.json";
import { listArguments, listPossibleChanges, type Side, sides } from "../../../domain/submissions/core/arguments.ts";
import { getAnswerTexts } from "../../../domain/submissions/core/question-texts.ts";
import { questions, toJudgedAnswers } from "../../../domain/submissions/core/questions.ts";
import { locales } from "../../../i18n/locales.ts";

const vectors = Array.from({ length: 3 ** questions.length }, (_, at) =>
  questions.map((_question, position) => Math.floor(at / 3 ** position) % 3),
);
const sideOfPoints: Side[] = ["against", "open", "for"];
const sentences = { en, es } as never as Record<"en" | "es", Record<string, Record<string, string>>>;

describe("the sentences for all 19,683 combinations of answers", () => {
  test.each(locales)("lists each chosen answer once, for or against the project: %s", (locale) => {
    const wrong = vectors.filter((answers) => {
      const argued = listArguments(toJudgedAnswers(answers), locale);
      const expected = sides.map((side) =>
        questions.flatMap(({ key, options }, at) => {
          const option = options[answers[at] ?? -1] ?? "";
          const { label, value } = getAnswerTexts(key, option, locale);
          const sentence = sentences[locale][key]?.[option];
          return sideOfPoints[answers[at] ?? -1] === side ? [{ question: label, answer: value, sentence }] : [];
        }),
      );
      return JSON.stringify(sides.map((side) => argued[side])) !== JSON.stringify(expected);
    });
    expect(wrong).toEqual([]);
  });

  test.each(locales)("suggests a change only for each answer that is open or against the project: %s", (locale) => {
    const changes = questions.map(({ key }) => sentences[locale][key]?.change);
    const wrong = vectors.filter((answers) => {
      const ofPoints = (points: number) => changes.filter((_, at) => answers[at] === points);
      const expected = [...ofPoints(0), ...ofPoints(1)];
      return JSON.stringify(listPossibleChanges(toJudgedAnswers(answers), locale)) !== JSON.stringify(expected);
    });
    expect(wrong).toEqual([]);
  });
});

test.each(locales)("has a different sentence for each of the 27 options: %s", (locale) => {
  const all = questions.flatMap(({ key, options }) => options.map((option) => sentences[locale][key]?.[option]));
  expect(new Set(all).size).toBe(27);
  for (const sentence of [...all, ...questions.map(({ key }) => sentences[locale][key]?.change)]) {
    expect(sentence).toMatch(/^\p{Lu}?.{15,130}\.$/u);
    expect(sentence?.replaceAll(/\b[12]0,000\b/g, "")).not.toMatch(
      /\d|\b(points?|scores?|almost|nearly|puntos?|puntaje|casi)\b/i,
    );
  }
});

test("lists an answer between two options as open, without naming an option", () => {
  const [first] = listArguments(toJudgedAnswers([0.5]), "en").open;
  expect(first).toEqual({ question: expect.any(String), answer: null, sentence: null });
});

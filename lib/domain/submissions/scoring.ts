import { type AnswersByKey, questions } from "./questions.ts";

export type AnswersForm = "answers" | "answersByKey";

export const scoreMax = questions.length * 2;

/** 0, 1 or 2; -1 for any other text. */
export function getPoints({ options }: { options: readonly string[] }, option: string): number {
  return options.indexOf(option);
}

/** Points of each answer in question order: nine numbers from 0 to 2 (spec 2.2). */
export function pointsOf(answersByKey: AnswersByKey): number[] {
  return questions.map((question) => getPoints(question, answersByKey[question.key]));
}

/**
 * Sum of the nine points, 0 to 18. Fractions are legal, so the sum is rounded to nine decimals: nine numbers that
 * add up to 13 on paper must not miss a threshold of 13 by the last bit of a double.
 */
export function scoreOf(points: readonly number[]): number {
  return Math.round(points.reduce((sum, point) => sum + point, 0) * 1e9) / 1e9;
}

/** The nine points and the property they came in. Validation has made sure that exactly one is there. */
export function answersOf(input: { answers?: number[]; answersByKey?: AnswersByKey }): {
  points: number[];
  form: AnswersForm;
} {
  if (input.answers) return { points: input.answers, form: "answers" };
  if (input.answersByKey) return { points: pointsOf(input.answersByKey), form: "answersByKey" };
  throw new Error("answersOf needs one form of the answers");
}

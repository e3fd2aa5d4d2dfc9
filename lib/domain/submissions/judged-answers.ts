import { questions } from "./questions.ts";
import type { JudgedAnswer } from "./submission.ts";

/** The nine answers of a lead by their questions. Between two options there is none: numbers may be fractions. */
export function toJudgedAnswers(answers: readonly number[]): JudgedAnswer[] {
  return questions.map(({ key, options }, at) => {
    const points = answers[at] ?? 0;
    return { question: key, points, option: options[points] ?? null };
  });
}

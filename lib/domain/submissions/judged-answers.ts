import { questions } from "./questions.ts";

export type JudgedAnswer = {
  /** Of lib/domain/submissions/questions, in its order. */
  question: string;
  /** From 0 to 2; a fraction belongs to no option. */
  points: number;
  option: string | null;
};

/** The nine answers of a lead by their questions. Between two options there is none: numbers may be fractions. */
export function toJudgedAnswers(answers: readonly number[]): JudgedAnswer[] {
  return questions.map(({ key, options }, at) => {
    const points = answers[at] ?? 0;
    return { question: key, points, option: options[points] ?? null };
  });
}

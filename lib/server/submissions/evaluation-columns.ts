import "server-only";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import type { AnswersForm } from "../../domain/submissions/scoring.ts";
import type { Submission } from "../generated/prisma/client.ts";

/** The columns that every evaluation has and no inquiry: the database checks it, Prisma's types do not know it. */
export type EvaluationColumns = {
  role: string;
  company: string;
  phone: string | null;
  projectDescription: string;
  discoverySource: string;
  answers: number[];
  answersForm: AnswersForm;
  score: number;
  route: LeadRoute;
  reviewMin: number;
  qualifiedMin: number;
};

/** @throws Error for an inquiry */
export function toEvaluation(row: Submission): EvaluationColumns {
  const { role, company, phone, text, discoverySource, answers, answersForm, score, route, reviewMin, qualifiedMin } =
    row;
  if (role === null || company === null || discoverySource === null || score === null) throw noEvaluation(row);
  if (reviewMin === null || qualifiedMin === null) throw noEvaluation(row);
  return {
    role,
    company,
    phone,
    projectDescription: text,
    discoverySource,
    answers,
    answersForm: answersForm === "answers" ? "answers" : "answersByKey",
    score,
    route: LeadRoute.parse(route),
    reviewMin,
    qualifiedMin,
  };
}

const noEvaluation = ({ kind, id }: Submission) => new Error(`${kind} ${id} lacks the columns of an evaluation`);

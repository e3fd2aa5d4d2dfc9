import "server-only";
import type { EvaluationInput, EvaluationResult } from "../../domain/leads/schema.ts";
import { answersOf, scoreOf } from "../../domain/leads/scoring.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { submissionRow } from "./submission-row.ts";
import { routeOf, thresholds } from "./verdict.ts";
import { verdictTexts } from "./verdict-texts.ts";

/**
 * Stores a lead with its answers and verdict and returns the verdict (spec 4, rule 1).
 * @throws AppError `unavailable` when nothing could be stored.
 */
export async function submitEvaluation(input: EvaluationInput, context: RequestContext): Promise<EvaluationResult> {
  const { points, form } = answersOf(input);
  const score = scoreOf(points);
  const judgedBy = thresholds();
  const route = routeOf(score, judgedBy);
  const data = {
    ...submissionRow(input, context),
    role: input.role,
    company: input.company,
    phone: input.phone,
    projectDescription: input.projectDescription,
    discoverySource: input.discoverySource,
    answers: points,
    answersForm: form,
    score,
    route,
    ...judgedBy,
  };
  const { id } = await database((db) => db.lead.create({ data, select: { id: true } }));
  const message = verdictTexts[route][input.language];
  return route === "qualified" ? { id, route, message, schedulingUrl: env().SCHEDULING_URL } : { id, route, message };
}

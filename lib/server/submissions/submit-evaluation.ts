import "server-only";
import type { RequestContext } from "../../domain/request-context.ts";
import type { EvaluationInput, EvaluationResult } from "../../domain/submissions/schema.ts";
import { answersOf, scoreOf } from "../../domain/submissions/scoring.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { insertLead } from "./insert.ts";
import { routeOf, thresholds } from "./verdict.ts";
import { verdictTexts } from "./verdict-texts.ts";

/**
 * Stores a lead with its answers and verdict and returns the verdict (spec 4, rule 1); the same submission key again
 * returns the first one's.
 * @throws AppError `unavailable` when nothing could be stored; `conflict` when the key was another submission's.
 */
export async function submitEvaluation(input: EvaluationInput, context: RequestContext): Promise<EvaluationResult> {
  const { points, form } = answersOf(input);
  const score = scoreOf(points);
  const cutOffs = thresholds();
  const judgement = { points, form, score, route: routeOf(score, cutOffs), ...cutOffs };
  const { id, route } = await database((_db, pool) => insertLead(pool, input, judgement, context));
  const message = verdictTexts[route][input.language];
  return route === "qualified" ? { id, route, message, schedulingUrl: env().SCHEDULING_URL } : { id, route, message };
}

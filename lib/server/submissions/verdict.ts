import "server-only";
import type { LeadRoute } from "../../domain/submissions/schema.ts";
import { env } from "../env.ts";

/** The confidential cut-offs (spec 8.4): sums from 0 to 18. */
export type Thresholds = { reviewMin: number; qualifiedMin: number };

export function thresholds(): Thresholds {
  return { reviewMin: env().FIT_REVIEW_MIN, qualifiedMin: env().FIT_QUALIFIED_MIN };
}

/** Spec 2.3 and 3: the route of a sum. Both cut-offs belong to the better side. */
export function routeOf(score: number, { reviewMin, qualifiedMin }: Thresholds): LeadRoute {
  if (score >= qualifiedMin) return "qualified";
  return score >= reviewMin ? "review" : "redirect";
}

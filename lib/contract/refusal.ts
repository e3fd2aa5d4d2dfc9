import type { FieldFault } from "../domain/schema-kit.ts";
import { readFieldFaults } from "./invalid-fields.ts";

/** The query of the page that tells why a form without script was not taken: no value of the form's is in it. */
export type RefusalQuery = { fields?: string | string[]; problem?: string | string[]; minutes?: string | string[] };

export const refusalProblems = ["rate_limited", "unavailable", "refused"] as const;
type RefusalProblem = { kind: (typeof refusalProblems)[number]; minutes: number };

const minutesMax = 24 * 60;

/** Faults by field, or the problem that is no field's; a query that says neither is a refusal without a reason. */
export function readRefusal(query: RefusalQuery): { faults: FieldFault[]; problem?: RefusalProblem } {
  const { fields, problem, minutes } = query;
  const faults = readFieldFaults(first(fields));
  const kind = refusalProblems.find((known) => known === first(problem));
  if (faults.length && !kind) return { faults };
  const waiting = Math.trunc(Number(first(minutes)));
  return { faults: [], problem: { kind: kind ?? "refused", minutes: Math.min(Math.max(waiting || 1, 1), minutesMax) } };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

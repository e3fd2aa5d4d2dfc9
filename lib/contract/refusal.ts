import { type FieldFault, faultRules } from "../domain/schema-kit.ts";

/** More than either form has fields: no header and no address grows beyond. */
const faultsMax = 40;
const faultShape = /^\s*([\w.]{1,40})=(\w+)\s*$/;

/**
 * The header Invalid-Fields of a 400, and the query of the page that lists a form's faults: `email=pattern, name=required`.
 * The body's text says the same for people; nothing is ever decided by that.
 */
export function writeFieldFaults(faults: FieldFault[]): string {
  const parts = faults.map(({ field, rule }) => `${field}=${rule}`).filter((part) => faultShape.test(part));
  return parts.slice(0, faultsMax).join(", ");
}

/** Reads it back, one fault for each field; what is not well-formed is left out. */
export function readFieldFaults(text: string | null | undefined): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const part of (text ?? "").split(",", faultsMax)) {
    const [, field = "", name] = faultShape.exec(part) ?? [];
    const rule = faultRules.find((known) => known === name);
    if (rule && !faults.has(field)) faults.set(field, { field, rule });
  }
  return [...faults.values()];
}

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

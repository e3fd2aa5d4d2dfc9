import { type FieldFault, faultRules } from "../domain/text-bounds.ts";

/** Maximum number of faults in a header or URL, more than the fields of any form. */
const faultsMax = 40;
const faultShape = /^\s*([\w.]{1,40})=(\w+)\s*$/;

/** Writes faults as `email=pattern, name=required`. Programs read this instead of the error text. */
export function writeFieldFaults(faults: FieldFault[]): string {
  const parts = faults.map(({ field, rule }) => `${field}=${rule}`).filter((part) => faultShape.test(part));
  return parts.slice(0, faultsMax).join(", ");
}

export function readFieldFaults(text: string | null | undefined): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const part of (text ?? "").split(",", faultsMax)) {
    const [, field = "", name] = faultShape.exec(part) ?? [];
    const rule = faultRules.find((known) => known === name);
    if (rule && !faults.has(field)) faults.set(field, { field, rule });
  }
  return [...faults.values()];
}

/** Query of the page that explains a refusal. Contains no form values, because URLs end up in logs. */
type RefusalQuery = { fields?: string | string[]; problem?: string | string[]; minutes?: string | string[] };

export const refusalParameters = ["fields", "problem", "minutes"] as const satisfies (keyof RefusalQuery)[];

const refusalProblems = ["rate_limited", "unavailable", "refused"] as const;

const minutesMax = 24 * 60;

/** Reads an empty query as a refusal without a stated reason. */
export function readRefusal(query: RefusalQuery) {
  const { fields, problem, minutes } = query;
  const faults = readFieldFaults(getFirst(fields));
  const kind = refusalProblems.find((known) => known === getFirst(problem));
  if (faults.length && !kind) return { faults };
  const waiting = Math.trunc(Number(getFirst(minutes)));
  return { faults: [], problem: { kind: kind ?? "refused", minutes: Math.min(Math.max(waiting || 1, 1), minutesMax) } };
}

const getFirst = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

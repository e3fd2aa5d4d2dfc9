import type * as z from "zod/mini";
import { asObject, type JsonObject } from "../../json.ts";
import { type FieldFault, faultRules } from "../../text-bounds.ts";
import { questions } from "./questions.ts";

/** Lists the first fault of each field. Field names always come from the schema, never from the caller. */
export function listFieldFaults(error: z.core.$ZodError, input: JsonObject): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const issue of error.issues) {
    const field = toFieldName(issue.path);
    if (!faults.has(field))
      faults.set(field, { field, ...(isMissing(input, issue.path) ? { rule: "required" } : toFault(issue)) });
  }
  return [...faults.values()];
}

/** Joins the path of a nested field, as in `services.0.titleEn` or `headline.en`. Everything inside utm is `utm`. */
function toFieldName([first, second, ...rest]: PropertyKey[]): string {
  if (first === "answers" && typeof second === "number") return questions[second]?.key ?? "answers";
  if (first === "answersByKey" && second) return String(second);
  return second === undefined || first === "utm" ? String(first ?? "") : [first, second, ...rest].join(".");
}

/** Does not look into utm, whose property names come from the caller. */
function isMissing(input: JsonObject, path: PropertyKey[]): boolean {
  const [first = ""] = path;
  const steps = first === "utm" ? [first] : path;
  const sent = steps.reduce<unknown>(
    (value, step) => (value instanceof Object && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined),
    input,
  );
  return sent === undefined || sent === null || (typeof sent === "string" && sent.trim() === "");
}

function toFault(issue: z.core.$ZodIssue): Omit<FieldFault, "field"> {
  const { rule, max } = asObject(issue.code === "custom" && issue.params);
  if (rule === "too_long" && typeof max === "number") return { rule, max };
  return { rule: faultRules.find((known) => known === rule) ?? "other" };
}

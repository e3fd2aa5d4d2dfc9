import * as z from "zod/mini";
import type { JsonObject } from "../../json.ts";
import { type FaultRule, type FieldFault, faultRules } from "../../schema-kit.ts";
import { questions } from "./questions.ts";
import { contactFields, evaluationFields } from "./schema.ts";

/** Lists the first fault of each field. Field names always come from the schema, never from the caller. */
export function listFieldFaults(error: z.core.$ZodError, input: JsonObject): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const issue of error.issues) {
    const field = toFieldName(issue.path);
    if (!faults.has(field))
      faults.set(field, { field, rule: isMissing(input, issue.path) ? "required" : toFaultRule(issue) });
  }
  return [...faults.values()];
}

/** `services.0.titleEn` for a field within a list, `utm` for anything within that object. */
function toFieldName([first, second, ...rest]: PropertyKey[]): string {
  if (first === "answers" && typeof second === "number") return questions[second]?.key ?? "answers";
  if (typeof second === "number") return [first, second, ...rest].join(".");
  return first === "answersByKey" && second ? String(second) : String(first ?? "");
}

/** Looks into answers, but not into utm, whose property names come from the caller. */
function isMissing(input: JsonObject, [first = "", second]: PropertyKey[]): boolean {
  const value = Object.hasOwn(input, first) ? input[String(first)] : undefined;
  const isInside = (first === "answers" || first === "answersByKey") && second !== undefined;
  const sent: unknown = isInside && value instanceof Object ? Reflect.get(value, second) : value;
  return sent === undefined || sent === null || (typeof sent === "string" && sent.trim() === "");
}

function toFaultRule(issue: z.core.$ZodIssue): FaultRule {
  const rule: unknown = issue.code === "custom" ? issue.params?.rule : undefined;
  return faultRules.find((known) => known === rule) ?? "other";
}

const schemas: Record<string, z.ZodMiniType> = { ...contactFields, ...evaluationFields };

export function isOptionalField(name: string): boolean {
  return schemas[name] instanceof z.ZodMiniOptional;
}

const toNumber = (value: unknown) => (typeof value === "number" ? value : undefined);

type Bounds = { min?: number; max?: number };

/** Empty for other fields and unknown names. */
export function getTextBounds(name: string): Bounds {
  const schema = schemas[name];
  const text = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  const { minLength, maxLength } = (text && z.globalRegistry.get(text)) ?? {};
  return { min: toNumber(minLength), max: toNumber(maxLength) };
}

import * as z from "zod/mini";
import type { StableCode } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

export const faultRules = ["required", "too_short", "too_long", "pattern", "characters", "other"] as const;
export type FaultRule = (typeof faultRules)[number];

/** What is wrong with one field, for whoever words it for people (messages/, errors). */
export type FieldFault = { field: string; rule: FaultRule };

/** `params.rule` is read by `fieldFaultsOf`. */
export type RuleIssue = { path: PropertyKey[]; message: string; params: { code?: StableCode; rule?: FaultRule } };
export type Rule = (input: JsonObject) => RuleIssue[];

/**
 * A schema of `fields` that also keeps `rules`, and reports the faults of both. The rules are not a check of the object:
 * zod skips an object's checks when parsing one of its properties was aborted, for example by a list that is too long.
 */
export function withRules<Fields extends z.ZodMiniObject>(fields: Fields, ...rules: Rule[]) {
  const rulesAlone = z.custom<unknown>().check((ctx) => {
    const input = ctx.value;
    // The output is that of the fields.
    ctx.value = {};
    if (!isJsonObject(input)) return;
    for (const issue of rules.flatMap((rule) => rule(input))) ctx.issues.push({ code: "custom", input, ...issue });
  });
  return z.intersection(fields, rulesAlone);
}

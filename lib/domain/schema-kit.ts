import * as z from "zod/mini";
import type { StableCode } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

export type TextBounds = { min?: number; max: number; pattern?: { regex: RegExp; phrase: string } };

/** Of an e-mail address, in characters. */
export const emailMax = 254;

/** The largest integer that a column of the database holds. */
export const databaseIntMax = 2_147_483_647;

/** Length in Unicode code points, the unit of every length in the spec. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    length--;
    i++;
  }
  return length;
}

/** Postgres can hold neither a NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** An error map that says the same bound whatever is wrong, and says "is required" when nothing was sent. */
export const fault = (bound: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `is required (${bound})` : `must be ${bound}`;

export function describeBounds({ min = 0, max, pattern }: TextBounds): string {
  const length =
    max === 0 ? "empty or omitted" : min ? `text of ${min} to ${max} characters` : `text of at most ${max} characters`;
  return pattern ? `${length}, ${pattern.phrase}` : length;
}

/** Which bound `value` breaks, if any. Length comes before the pattern: long input makes the pattern slow. */
function brokenBound(value: string, { min = 0, max, pattern }: TextBounds) {
  if (!isStorable(value)) return "characters";
  const length = codePointLength(value);
  if (length < min) return "too_short";
  if (length > max) return "too_long";
  if (min > 0 && value.trim() === "") return "blank";
  if (pattern && !pattern.regex.test(value)) return "pattern";
  return undefined;
}

/**
 * A text field: the length is counted on what was sent, in code points; the output is trimmed. Where a minimum
 * is set, text that is blank after trimming is refused. The JSON Schema carries the same bounds.
 */
export function text(bounds: TextBounds) {
  const bound = describeBounds(bounds);
  const { min, max, pattern } = bounds;
  return z
    .string({ error: fault(bound) })
    .check((ctx) => {
      const rule = brokenBound(ctx.value, bounds);
      if (!rule) return;
      const message =
        rule === "characters"
          ? "must not contain a NUL character or half of a surrogate pair"
          : rule === "blank"
            ? `must not be blank (${bound})`
            : `must be ${bound}`;
      ctx.issues.push({ code: "custom", input: ctx.value, message, params: { rule, min, max } });
    })
    .check(
      z.overwrite((value) => value.trim()),
      z.meta({
        ...(min ? { minLength: min } : {}),
        maxLength: max,
        ...(pattern ? { pattern: pattern.regex.source } : {}),
      }),
    );
}

const timeShape = /^(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(value);
  // A day that the month lacks becomes one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** `YYYY-MM-DD`. Values and message are those of `z.iso.date()`, which adds 2 kB to every page with a form. */
export function isoDay() {
  return z.string().check(z.refine(isDay, { error: "Invalid ISO date" }), z.meta({ format: "date" }));
}

/** A time in UTC with seconds. Values and message are those of `z.iso.datetime()`. */
export function isoTime() {
  return z.string().check(
    z.refine((value) => isDay(timeShape.exec(value)?.[1] ?? ""), { error: "Invalid ISO datetime" }),
    z.meta({ format: "date-time" }),
  );
}

/** `schema` with the words that the OpenAPI document gives to it. */
export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

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

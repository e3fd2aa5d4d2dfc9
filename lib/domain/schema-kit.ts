import * as z from "zod/mini";
import type { StableCode } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** A time: a Date in our code, text in JSON. */
export const time = () => z.coerce.date<Date | string>();
export const nullableTime = () => z.nullable(time());

type TextBounds = { min?: number; max: number; pattern?: { regex: RegExp; phrase: string } };

/** Maximum length of an email address (contract 2.1). */
export const emailMax = 254;

/** Largest value of an integer column in Postgres. */
export const databaseIntMax = 2_147_483_647;

/** Counts Unicode code points, as the contract's limits do. */
export function codePointLength(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? []).length;
}

/** Returns whether Postgres can store the text: it rejects NUL and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Builds an error map with two messages: one for a missing value, one for any other fault. */
export const fault = (bound: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `is required (${bound})` : `must be ${bound}`;

export function describeBounds({ min = 0, max, pattern }: TextBounds): string {
  const length =
    max === 0 ? "empty or omitted" : min ? `text of ${min} to ${max} characters` : `text of at most ${max} characters`;
  return pattern ? `${length}, ${pattern.phrase}` : length;
}

/** Checks the length before the pattern, because the pattern is slow on long input. */
function findTextFault(value: string, { min = 0, max, pattern }: TextBounds) {
  if (!isStorable(value)) return "characters";
  const length = codePointLength(value);
  if (length < min) return "too_short";
  if (length > max) return "too_long";
  if (min > 0 && value.trim() === "") return "blank";
  if (pattern && !pattern.regex.test(value)) return "pattern";
  return undefined;
}

/** Counts code points, then trims. With a minimum length, rejects blank text. The JSON Schema has the same bounds. */
export function text(bounds: TextBounds) {
  const bound = describeBounds(bounds);
  const { min, max, pattern } = bounds;
  return z
    .string({ error: fault(bound) })
    .check((ctx) => {
      const rule = findTextFault(ctx.value, bounds);
      if (!rule) return;
      const message =
        rule === "characters"
          ? "must not contain a NUL character or half of a surrogate pair"
          : rule === "blank"
            ? `must not be blank (${bound})`
            : `must be ${bound}`;
      ctx.issues.push({
        code: "custom",
        input: ctx.value,
        message,
        params: { rule, min, max, length: codePointLength(ctx.value) },
      });
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

/** Builds a schema like `text`, in which an empty field counts as omitted. */
export function optionalText(bounds: TextBounds) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value)),
    z.optional(text(bounds)),
  );
}

/** Bounds of the schema's text, as `text` states them. Empty for other schemas. */
export function readTextBounds(schema: z.core.$ZodType | undefined): { min?: number; max?: number } {
  const text = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  const { minLength, maxLength } = (text && z.globalRegistry.get(text)) ?? {};
  const toNumber = (value: unknown) => (typeof value === "number" ? value : undefined);
  return { min: toNumber(minLength), max: toNumber(maxLength) };
}

const timeShape = /^(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/;

export function isExistingDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(value);
  // Rejects days that do not exist: Date turns 30 February into 1 or 2 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Replaces `z.iso.date()`, which would add 2 kB to every page with a form. Accepts the same, with the same message. */
export function isoDay() {
  return z.string().check(z.refine(isExistingDay, { error: "Invalid ISO date" }), z.meta({ format: "date" }));
}

/** Builds a schema for times in UTC with seconds, with the same values and messages as `z.iso.datetime()`. */
export function isoTime(error?: ReturnType<typeof fault>) {
  return z.string(error && { error }).check(
    z.refine((value) => isExistingDay(timeShape.exec(value)?.[1] ?? ""), { error: error ?? "Invalid ISO datetime" }),
    z.meta({ format: "date-time" }),
  );
}

export function storedId() {
  return z.string().check(z.minLength(1), z.maxLength(64), z.refine(isStorable));
}

/** Content of a file. */
export function base64() {
  return z.string().check(z.minLength(1), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));
}

export function orNull<Text extends string>(schema: z.ZodMiniType<Text, string>) {
  const toNull = z.transform((value: unknown) => (value === "" || value === undefined ? null : value));
  return z.pipe(toNull, z.nullable(schema));
}

export const wholeNumber = (min: number) =>
  z.pipe(
    z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))]),
    z.int().check(z.minimum(min), z.maximum(databaseIntMax)),
  );

export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

export const faultRules = ["required", "too_short", "too_long", "pattern", "characters", "other"] as const;
export type FaultRule = (typeof faultRules)[number];

/** `max` is the maximum length of a text that is too long. The service's responses do not include it. */
export type FieldFault = { field: string; rule: FaultRule; max?: number };

/** `listFieldFaults` reads `params.rule`. */
export type RuleIssue = { path: PropertyKey[]; message: string; params: { code?: StableCode; rule?: FaultRule } };
export type Rule = (input: JsonObject) => RuleIssue[];

/** The rules are not zod checks of the object, because zod skips such checks if a property is missing or invalid. */
export function withRules<Fields extends z.ZodMiniObject>(fields: Fields, ...rules: Rule[]) {
  const rulesAlone = z.custom<unknown>().check((ctx) => {
    const input = ctx.value;
    // Empty, because z.intersection merges it into the output of the fields.
    ctx.value = {};
    if (!isJsonObject(input)) return;
    for (const issue of rules.flatMap((rule) => rule(input))) ctx.issues.push({ code: "custom", input, ...issue });
  });
  return z.intersection(fields, rulesAlone);
}

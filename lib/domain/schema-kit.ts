import * as z from "zod/mini";
import type { StableCode } from "./errors.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import {
  codePointLength,
  describeBounds,
  type FaultRule,
  findTextFault,
  isStorable,
  type TextBounds,
} from "./text-bounds.ts";

/** A time: a Date in our code, text in JSON. */
export const time = () => z.coerce.date<Date | string>();
export const nullableTime = () => z.nullable(time());

/** Largest value of an integer column in Postgres. */
export const databaseIntMax = 2_147_483_647;

/** Builds an error map with two messages: one for a missing value, one for any other fault. */
export const fault = (bound: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `is required (${bound})` : `must be ${bound}`;

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
          : rule === "required"
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

const timeShape = /^(.{10})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

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

/**
 * Builds a schema for times with seconds and a zone, with the same values and messages as `z.iso.datetime()`. Turns
 * them into UTC with milliseconds: clients may write a time that they were given in another way.
 */
export function isoTime(error?: ReturnType<typeof fault>) {
  return z.string(error && { error }).check(
    z.refine((value) => isExistingDay(timeShape.exec(value)?.[1] ?? ""), {
      error: error ?? "Invalid ISO datetime",
      abort: true,
    }),
    z.overwrite((value) => new Date(value).toISOString()),
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

export const positiveInt = () => z.int().check(z.minimum(1), z.maximum(databaseIntMax));

/** Builds a schema like `positiveInt`, which also accepts digits as text. */
export const wholeNumber = () =>
  z.pipe(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number))]), positiveInt());

export function described<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

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

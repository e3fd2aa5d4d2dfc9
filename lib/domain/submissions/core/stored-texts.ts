import * as z from "zod/mini";
import { isOptionalField } from "./field-faults.ts";
import { fields, type ShownField, shownFields } from "./fields.ts";
import type { contactFields, evaluationFields } from "./schema.ts";
import type { SubmissionKind } from "./submission-ref.ts";

type Schemas = typeof contactFields & typeof evaluationFields;

type Shape<Kind extends SubmissionKind> = {
  [Name in ShownField<Kind>]: undefined extends z.output<Schemas[Name]>
    ? z.ZodMiniNullable<z.ZodMiniString>
    : z.ZodMiniString;
};

/** TypeScript needs the cast, because it cannot follow an object built name by name. */
function toShape<Kind extends SubmissionKind>(kind: Kind): Shape<Kind> {
  const shape = shownFields[kind].map((name) => [name, isOptionalField(name) ? z.nullable(z.string()) : z.string()]);
  return Object.fromEntries(shape) as Shape<Kind>;
}

/** An optional field that was omitted is null. */
export const storedTexts = { evaluation: z.object(toShape("evaluation")), inquiry: z.object(toShape("inquiry")) };
export type StoredTexts = { [Kind in SubmissionKind]: z.output<(typeof storedTexts)[Kind]> };

export const toProperty = (column: string) => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** @throws ZodError if a required text is missing */
export function readTexts<Kind extends SubmissionKind>(kind: Kind, row: Record<string, unknown>): StoredTexts[Kind] {
  const texts = shownFields[kind].map((name) => [name, row[toProperty(fields[name].column)]]);
  return storedTexts[kind].parse(Object.fromEntries(texts)) as StoredTexts[Kind];
}

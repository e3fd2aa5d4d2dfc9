import type { ZodMiniType } from "zod/mini";
import { contactTable, evaluationTable, type FieldTable } from "../../../../e2e/support/spec-table.ts";
import type { JsonObject } from "../../json.ts";
import { ContactInput, EvaluationInput } from "./schema.ts";
import { validContact, validEvaluation } from "./valid-input.fixture.ts";

type Bound = { field: string; min: number; max: number; isRequired: boolean };

/** Texts that have bounds and no pattern. */
const listBounds = (table: FieldTable): Bound[] =>
  Object.entries(table).flatMap(([field, { required, schema }]) => {
    const { type, pattern, minLength = 0, maxLength } = schema;
    if (type !== "string" || pattern || !maxLength) return [];
    return [{ field, min: Number(minLength), max: Number(maxLength), isRequired: required }];
  });

export type Form = { form: "evaluation" | "contact"; schema: ZodMiniType; valid: (change?: JsonObject) => JsonObject };

const evaluation: Form = { form: "evaluation", schema: EvaluationInput, valid: validEvaluation };
const contact: Form = { form: "contact", schema: ContactInput, valid: validContact };
export const forms = [evaluation, contact];

export const boundRows: (Form & Bound)[] = [
  ...listBounds(evaluationTable).map((bound) => ({ ...evaluation, ...bound })),
  ...listBounds(contactTable).map((bound) => ({ ...contact, ...bound })),
];

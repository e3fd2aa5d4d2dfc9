import type { ZodMiniType } from "zod/mini";
import type { JsonObject } from "../../json.ts";
import { ContactInput, EvaluationInput } from "./schema.ts";
import { validContact, validEvaluation } from "./valid-input.fixture.ts";

type Bound = { field: string; min: number; max: number; isRequired?: true };

const shared: Bound[] = [
  { field: "name", min: 2, max: 120, isRequired: true },
  { field: "sourcePage", min: 0, max: 240, isRequired: true },
  { field: "agentName", min: 2, max: 120 },
  { field: "landingPage", min: 0, max: 2048 },
  { field: "referrer", min: 0, max: 2048 },
];

/** The bounds in the tables of contract 2.1 and 2.5, copied by hand, except those of fields with a pattern. */
const evaluationBounds: Bound[] = [
  ...shared,
  { field: "role", min: 2, max: 120, isRequired: true },
  { field: "company", min: 2, max: 180, isRequired: true },
  { field: "phone", min: 0, max: 60 },
  { field: "projectDescription", min: 20, max: 4000, isRequired: true },
  { field: "discoverySource", min: 1, max: 180, isRequired: true },
];
const contactBounds: Bound[] = [...shared, { field: "message", min: 10, max: 4000, isRequired: true }];

export type Form = { form: "evaluation" | "contact"; schema: ZodMiniType; valid: (change?: JsonObject) => JsonObject };

const evaluation: Form = { form: "evaluation", schema: EvaluationInput, valid: validEvaluation };
const contact: Form = { form: "contact", schema: ContactInput, valid: validContact };
export const forms = [evaluation, contact];

export const boundRows: (Form & Bound)[] = [
  ...evaluationBounds.map((bound) => ({ ...evaluation, ...bound })),
  ...contactBounds.map((bound) => ({ ...contact, ...bound })),
];

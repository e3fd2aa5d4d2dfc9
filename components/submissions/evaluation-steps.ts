import { personFields, projectFields } from "#lib/domain/submissions/core/fields.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";

/** A screen of the form. The nine quick questions come first, and the questions about the person come last. */
export type Step = { id: string; fields: readonly string[] };

export const steps: readonly Step[] = [
  ...questions.map(({ key }) => ({ id: key, fields: [key] })),
  { id: "project", fields: projectFields },
  { id: "person", fields: personFields },
  { id: "check", fields: [] },
];

export const lastStep = steps.length - 1;
export const evaluationFieldNames = steps.flatMap(({ fields }) => fields);

export const toStep = (field: string): number => steps.findIndex(({ fields }) => fields.includes(field));
export const toStepHash = (step: number): string => `#step-${steps[step]?.id}`;
export const parseStepHash = (hash: string): number => steps.findIndex(({ id }) => `#step-${id}` === hash);

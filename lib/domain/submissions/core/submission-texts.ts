import { emailMax, type FieldFault, findTextFault, type TextBounds } from "../../text-bounds.ts";
import { urlMax } from "./first-touch.ts";

type TextField = TextBounds & { isOptional?: true };

/** Pattern for email addresses from contract 2.5. */
const emailShape = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]+$/;
export const topicShape = /^[a-z0-9-]{1,40}$/;
const nameBounds = { min: 2, max: 120 };

/** Bounds of the texts of a submission (contract 2.1 and 2.5), from which their schemas are made. */
export const submissionTexts = {
  name: nameBounds,
  role: nameBounds,
  company: { min: 2, max: 180 },
  email: { max: emailMax, pattern: { regex: emailShape, phrase: "shaped like name@example.com" } },
  phone: { max: 60, isOptional: true },
  projectDescription: { min: 20, max: 4000 },
  discoverySource: { min: 1, max: 180 },
  message: { min: 10, max: 4000 },
  topic: {
    max: 40,
    pattern: { regex: topicShape, phrase: "lowercase letters, digits and hyphens only, at least one" },
    isOptional: true,
  },
  agentName: { ...nameBounds, isOptional: true },
  sourcePage: { max: 240 },
  landingPage: { max: urlMax, isOptional: true },
  referrer: { max: urlMax, isOptional: true },
  website: { max: 0, isOptional: true },
} as const satisfies Record<string, TextField>;
type Texts = typeof submissionTexts;
type SubmissionText = keyof Texts;
export type OptionalText = {
  [Name in SubmissionText]: Texts[Name] extends { isOptional: true } ? Name : never;
}[SubmissionText];

const hasBounds = (name: string): name is SubmissionText => Object.hasOwn(submissionTexts, name);

/** Empty for names of other fields. */
export function getTextBounds(name: string): Partial<TextField> {
  return hasBounds(name) ? submissionTexts[name] : {};
}

export function isOptionalField(name: string): boolean {
  return getTextBounds(name).isOptional === true;
}

/** Finds the fault that the schema of the field would report for a typed text. A blank one counts as missing. */
export function findTypedFault(field: string, value: string): FieldFault | undefined {
  if (!hasBounds(field)) return undefined;
  if (value.trim() === "") return isOptionalField(field) ? undefined : { field, rule: "required" };
  const { max } = submissionTexts[field];
  const rule = findTextFault(value, submissionTexts[field]);
  if (rule === "too_long") return { field, rule, max };
  return rule && { field, rule };
}

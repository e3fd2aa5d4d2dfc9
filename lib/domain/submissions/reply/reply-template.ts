import * as z from "zod/mini";
import { text, wholeNumber } from "../../schema-kit.ts";
import { conditions, type LeadRoute } from "../core/schema.ts";
import type { SubmissionKind } from "../core/submission-ref.ts";

export const templatesPath = "/admin/templates";

/** Variables of a template, in the order in which the editor explains them. */
export const templateVariables = [
  "name",
  "company",
  "role",
  "reference",
  "project",
  "operator",
  "site",
  "booking_link",
] as const;
type TemplateVariable = (typeof templateVariables)[number];
export type VariableValues = Record<TemplateVariable, string | null>;

const placeholder = /\{(\w+)\}/g;
const isVariable = (name: string): name is TemplateVariable => templateVariables.some((known) => known === name);

export function listVariables(text: string): TemplateVariable[] {
  return [...new Set([...text.matchAll(placeholder)].flatMap(([, name = ""]) => (isVariable(name) ? [name] : [])))];
}

export function listUnknownVariables(text: string): string[] {
  const names = [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isVariable(name)))];
}

/**
 * Keeps the placeholder of a variable without a value, so that the operator sees what is missing. After a value that
 * ends with a period, such as "Volcán, S.A.", drops the template's period.
 */
export function fillTemplate(text: string, values: VariableValues): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, period: string) => {
    const value = isVariable(name) ? values[name] : null;
    if (value === null) return whole;
    return value.endsWith(".") ? value : value + period;
  });
}

const templateNameMax = 80;
const templateTextMax = 8000;
export const templatesMax = 100;

const TemplateText = text({ min: 1, max: templateTextMax }).check(
  z.refine((value) => listUnknownVariables(value).length === 0, { error: "has an unknown variable" }),
);

const TemplateVersion = { template: wholeNumber(), version: wholeNumber() };

export const TemplateFields = z.object({
  name: text({ min: 1, max: templateNameMax }),
  textEn: TemplateText,
  textEs: TemplateText,
  kind: conditions.kind,
  route: conditions.route,
});
export type TemplateFields = z.infer<typeof TemplateFields>;

export const NewTemplate = z.object({
  ...TemplateFields.shape,
  template: z.optional(wholeNumber()),
  version: z.optional(wholeNumber()),
});
export type NewTemplate = z.infer<typeof NewTemplate>;

export const TemplateRemoval = z.object(TemplateVersion);
export type TemplateRemoval = z.infer<typeof TemplateRemoval>;

export const SavedTemplate = z.object({ template: z.int(), version: z.int() });

export type ReplyTemplate = TemplateFields & { id: number; version: number; at: Date; actor: string };

export function isSuitable(
  { kind, route }: Pick<TemplateFields, "kind" | "route">,
  submission: { kind: SubmissionKind; route: LeadRoute | null },
): boolean {
  return (kind === null || kind === submission.kind) && (route === null || route === submission.route);
}

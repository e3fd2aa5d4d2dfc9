import { useTranslations } from "next-intl";
import type { Problem } from "#components/forms/use-form.ts";
import type { FieldFault } from "#lib/domain/schema-kit.ts";
import { getTextBounds } from "#lib/domain/submissions/field-faults.ts";
import { contactFields, evaluationFields } from "#lib/domain/submissions/schema.ts";

const schemas = { ...contactFields, ...evaluationFields };
const textFields = [
  "name",
  "role",
  "company",
  "email",
  "phone",
  "projectDescription",
  "discoverySource",
  "message",
] as const;
export type TextFieldName = (typeof textFields)[number];

export const isTextField = (name: string): name is TextFieldName => textFields.some((known) => known === name);

/** The text of a fault. Fields other than texts are the nine answers. */
export function useFaultText(): (fault: FieldFault) => string {
  const t = useTranslations("errors");
  const tFields = useTranslations("fields");
  return ({ field, rule }) => {
    if (!isTextField(field)) return t("required.answer");
    if (rule === "required") return t(`required.${field}`);
    const { min = 0, max = 0 } = getTextBounds(schemas[field]);
    return t(rule, { label: tFields(field), min, max });
  };
}

const known = ["rate_limited", "unavailable", "no_answer"] as const;

export function useProblemText(contactEmail: string): (problem: Problem) => string {
  const t = useTranslations("errors");
  return (problem) => {
    const minutes = "retryAfterSeconds" in problem ? Math.max(1, Math.ceil(problem.retryAfterSeconds / 60)) : 0;
    return t(known.find((kind) => kind === problem.kind) ?? "refused", { minutes, email: contactEmail });
  };
}

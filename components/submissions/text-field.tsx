"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Field } from "#components/ui/field.tsx";
import { getTextBounds } from "#lib/domain/submissions/field-faults.ts";
import { contactFields, evaluationFields } from "#lib/domain/submissions/schema.ts";
import type { TextFieldName as Name } from "./error-texts.ts";

const schemas = { ...contactFields, ...evaluationFields };

const controls: Partial<Record<Name, ComponentProps<"input">>> = {
  name: { autoComplete: "name" },
  role: { autoComplete: "organization-title" },
  company: { autoComplete: "organization" },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel" },
};
const hinted = ["email", "phone", "projectDescription", "discoverySource", "message"] as const;
const long: Name[] = ["projectDescription", "message"];

type Props = { name: Name; control: ComponentProps<"input"> & ComponentProps<"textarea">; error?: string };

/** Label, hint, bounds and the browser's checks follow from the name. */
export function TextField({ name, control, error }: Props) {
  const t = useTranslations("fields");
  const tHints = useTranslations("fieldHints");
  const tForm = useTranslations("form");
  const schema = schemas[name];
  const isOptional = schema.safeParse(undefined).success;
  const hint = hinted.find((known) => known === name);
  const shared = {
    id: name,
    label: t(name),
    optional: isOptional ? tForm("optional") : undefined,
    hint: hint && tHints(hint),
    error,
    required: !isOptional,
    minLength: getTextBounds(schema).min,
  };
  if (!long.includes(name)) return <Field {...shared} {...controls[name]} {...control} />;
  return <Field {...shared} {...control} as="textarea" />;
}

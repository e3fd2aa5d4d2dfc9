import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import type { useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import type { FieldFault } from "#lib/domain/schema-kit.ts";
import { getTextBounds, isOptionalField } from "#lib/domain/submissions/core/field-faults.ts";
import { type FormField, fields, formFields } from "#lib/domain/submissions/core/fields.ts";
import { CharacterCount } from "./character-count.tsx";
import { MailField } from "./mail-field.tsx";

const textFields: readonly string[] = [...formFields.evaluation, ...formFields.inquiry];
const isTextField = (name: string): name is FormField => textFields.includes(name);

/** Every field that is not a text field is one of the nine answers. */
export function useFaultText(): (fault: FieldFault) => string {
  const t = useTranslations("errors");
  const tFields = useTranslations("fields");
  return ({ field, rule }) => {
    if (!isTextField(field)) return t("required.answer");
    if (rule === "required") return t(`required.${field}`);
    const { min = 0, max = 0 } = getTextBounds(field);
    return t(rule, { label: tFields(field), min, max });
  };
}

const controls: Partial<Record<FormField, ComponentProps<"input">>> = {
  name: { autoComplete: "name" },
  role: { autoComplete: "organization-title" },
  company: { autoComplete: "organization" },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel" },
};

type Form = Pick<ReturnType<typeof useForm>, "register" | "getError" | "getValues" | "setValue" | "subscribe">;
type Props = {
  name: FormField;
  form: Form;
  lengthNote: ReactNode;
};

export function TextField({ name, form, lengthNote }: Props) {
  const t = useTranslations("fields");
  const tHints = useTranslations("fieldHints");
  const tForm = useTranslations("form");
  const isOptional = isOptionalField(name);
  const { min = 0, max = 0 } = getTextBounds(name);
  const shared = {
    id: name,
    label: t(name),
    optional: isOptional ? tForm("optional") : undefined,
    hint: tHints.has(name as never) ? tHints(name as never) : undefined,
    error: form.getError(name),
    required: !isOptional,
    minLength: min || undefined,
  };
  const control = form.register(name);
  if (name === "email") return <MailField {...shared} {...controls[name]} {...control} form={form} />;
  if (!fields[name].isLong) return <Field {...shared} {...controls[name]} {...control} />;
  return (
    <div>
      <Field
        {...shared}
        hint={
          <>
            {shared.hint} {lengthNote}
          </>
        }
        {...control}
        as="textarea"
      />
      <CharacterCount form={form} name={name} max={max} />
    </div>
  );
}

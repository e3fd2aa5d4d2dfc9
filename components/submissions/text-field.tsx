"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useFieldText, type useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { suggestMailDomain } from "#lib/domain/mail-address.ts";
import { type FormField, fields } from "#lib/domain/submissions/core/fields.ts";
import { getTextBounds, isOptionalField } from "#lib/domain/submissions/core/submission-texts.ts";
import { codePointLength } from "#lib/domain/text-bounds.ts";

const controls: Partial<Record<FormField, ComponentProps<"input">>> = {
  name: { autoComplete: "name" },
  role: { autoComplete: "organization-title" },
  company: { autoComplete: "organization" },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel" },
};

type Form = Pick<ReturnType<typeof useForm>, "register" | "getError" | "setValue" | "control">;
type Props = {
  name: FormField;
  form: Form;
  lengthNote: ReactNode;
};

export function TextField({ name, form, lengthNote }: Props) {
  const t = useTranslations("fields");
  const tForm = useTranslations("form");
  const isOptional = isOptionalField(name);
  const { min = 0, max = 0 } = getTextBounds(name);
  const shared = {
    id: name,
    label: t(`labels.${name}`),
    optional: isOptional ? tForm("optional") : undefined,
    hint: t.has(`hints.${name}` as never) ? t(`hints.${name}` as never) : undefined,
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
      <SpokenCharacterCount form={form} name={name} max={max} />
    </div>
  );
}

const pauseMilliseconds = 1000;

/** Shows the length in code points and announces it after a pause in typing. Never cuts the text. */
function SpokenCharacterCount({ form, name, max }: { form: Form; name: string; max: number }) {
  const t = useTranslations("form");
  const typed = useFieldText(form, name);
  const count = codePointLength(typed);
  const text = count > 0 && t("count", { count, max });
  const [spoken, setSpoken] = useState<typeof text>(false);
  useEffect(() => {
    const announceCount = () => setSpoken(document.activeElement?.id === name && text);
    const timer = window.setTimeout(announceCount, pauseMilliseconds);
    return () => window.clearTimeout(timer);
  }, [name, text]);
  return (
    <>
      {/* The line takes up space before hydration, so that nothing moves. */}
      <p
        aria-hidden="true"
        className={`mt-2 min-h-6 text-sm ${count > max ? "font-medium text-danger" : "text-muted"}`}
      >
        {text}
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  );
}

type MailProps = Omit<Extract<ComponentProps<typeof Field>, { as?: "input" }>, "form"> & { form: Form };

/** Once the person has left the field, the hint says which provider a mistyped address probably means. */
function MailField({ form, ...props }: MailProps) {
  const t = useTranslations("form");
  const [isLeft, setIsLeft] = useState(true);
  const address = useFieldText(form, props.id);
  const domain = isLeft ? suggestMailDomain(address) : undefined;
  const acceptSuggestion = () => {
    form.setValue(props.id, address.slice(0, address.lastIndexOf("@") + 1) + domain);
    document.getElementById(props.id)?.focus();
  };
  return (
    <Field
      {...props}
      hint={
        // Replaces the hint, because a new line would move the button that the person is about to press.
        <span aria-live="polite">
          {domain ? (
            <button type="button" className="link -my-1 cursor-pointer py-1 font-medium" onClick={acceptSuggestion}>
              {t("didYouMean", { domain })}
            </button>
          ) : (
            props.hint
          )}
        </span>
      }
      // Not on focus, because keyboard users reach the suggestion through the field, and it must not disappear.
      onInput={() => setIsLeft(false)}
      onBlur={(event) => {
        setIsLeft(true);
        props.onBlur?.(event);
      }}
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useFieldText } from "#components/forms/use-field-text.ts";
import type { useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { suggestMailDomain } from "#lib/domain/mail-address.ts";

type Form = Pick<ReturnType<typeof useForm>, "getValues" | "setValue" | "subscribe">;
type MailProps = Omit<Extract<ComponentProps<typeof Field>, { as?: "input" }>, "form"> & { form: Form };

/** Once the person has left the field, the hint says which provider a mistyped address probably means. */
export function MailField({ form, ...props }: MailProps) {
  const t = useTranslations("form");
  const [isLeft, setIsLeft] = useState(true);
  const address = useFieldText(form, props.id);
  const domain = isLeft ? suggestMailDomain(address) : undefined;
  const take = () => {
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
            <button type="button" className="link -my-1 cursor-pointer py-1 font-medium" onClick={take}>
              {t("didYouMean", { domain })}
            </button>
          ) : (
            props.hint
          )}
        </span>
      }
      // Not on focus: on the way back to the suggestion, the field comes first.
      onInput={() => setIsLeft(false)}
      onBlur={(event) => {
        setIsLeft(true);
        props.onBlur?.(event);
      }}
    />
  );
}

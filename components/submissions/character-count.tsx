"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFieldText } from "#components/forms/use-field-text.ts";
import type { useForm } from "#components/forms/use-form.ts";
import { codePointLength } from "#lib/domain/schema-kit.ts";

type Props = {
  form: Pick<ReturnType<typeof useForm>, "getValues" | "subscribe">;
  name: string;
  /** Maximum length in code points. */
  max: number;
};

const pauseMilliseconds = 1000;

/** Shows the length of a text and announces it after a pause in typing. Never cuts the text. */
export function CharacterCount({ form, name, max }: Props) {
  const t = useTranslations("form");
  const typed = useFieldText(form, name);
  const count = codePointLength(typed);
  const text = count > 0 && t("count", { count, max });
  const [spoken, setSpoken] = useState<typeof text>(false);
  useEffect(() => {
    const speak = () => setSpoken(document.activeElement?.id === name && text);
    const timer = window.setTimeout(speak, pauseMilliseconds);
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

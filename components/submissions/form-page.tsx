import { type Locale, type Messages, NextIntlClientProvider, useTranslations } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { type LongField, longFields } from "#lib/domain/submissions/core/fields.ts";
import { type CountedForm, formStepsPath } from "#lib/domain/submissions/core/form-steps.ts";
import { getTextBounds } from "#lib/domain/submissions/core/submission-texts.ts";
import { toFormatLocale } from "#lib/i18n/locales.ts";
import { NoticeDate } from "./notice-date.tsx";

/** Rendered by the server: on a phone, the first use of Intl takes as long as all other texts of a form. */
export function ConsentNote({ privacyPath }: { privacyPath: string }) {
  const t = useTranslations("form");
  return (
    <p className="text-sm text-muted">
      {t.rich("consent", {
        time: () => <NoticeDate />,
        link: (text) => (
          <a className="link" href={privacyPath} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      })}
    </p>
  );
}

function LengthNote({ name }: { name: LongField }) {
  const t = useTranslations("form");
  const { min = 0, max = 0 } = getTextBounds(name);
  return t("bounds", { min, max });
}

export const lengthNotes = Object.fromEntries(longFields.map((name) => [name, <LengthNote key={name} name={name} />]));

/** Counts each opening of the form without JavaScript. */
export function NoScriptPixel({ form, language }: { form: CountedForm; language: Locale }) {
  const query = new URLSearchParams({ form, step: "start", language, door: "plain" });
  return (
    <noscript>
      {/* biome-ignore lint/performance/noImgElement: Next's component needs script. */}
      <img src={`/api${formStepsPath}?${query}`} alt="" hidden referrerPolicy="no-referrer" />
    </noscript>
  );
}

type Props = { locale: Locale; namespaces: (keyof Messages)[]; children: ReactNode };

/** Sends the browser only the messages that the components inside use. */
export async function ClientMessages({ locale, namespaces, children }: Props) {
  const messages = await getMessages({ locale });
  const chosen = Object.fromEntries(namespaces.map((name) => [name, messages[name]]));
  return (
    <NextIntlClientProvider locale={toFormatLocale(locale)} messages={chosen}>
      {children}
    </NextIntlClientProvider>
  );
}

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { toFormatLocale } from "#lib/i18n/locales.ts";

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

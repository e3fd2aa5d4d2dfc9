"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Reads the language from the path: next-intl's messages may be missing here, and its router would add script. */
export default function ErrorPage() {
  const language = typeof window === "undefined" ? undefined : window.location.pathname.split("/")[1];
  const locale = locales.find((each) => each === language) ?? "en";
  return (
    <main className="page py-16">
      <ErrorNotice texts={errorTexts[locale]} home={`/${locale}`} locale={locale} />
    </main>
  );
}

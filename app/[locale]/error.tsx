"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";

/** Reads the language from the path: the page's texts may be missing, and next-intl's router would add more script. */
export default function ErrorPage() {
  const isSpanish = typeof window !== "undefined" && /^\/es(\/|$)/.test(window.location.pathname);
  const locale = isSpanish ? "es" : "en";
  return (
    <main className="page py-16">
      <ErrorNotice texts={errorTexts[locale]} home={`/${locale}`} locale={locale} />
    </main>
  );
}

"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import messages from "#messages/error.json";

/** In the language of the address: an error may have kept the page's texts, and Next's router would weigh more than this. */
export default function ErrorPage() {
  const isSpanish = typeof window !== "undefined" && /^\/es(\/|$)/.test(window.location.pathname);
  const locale = isSpanish ? "es" : "en";
  return (
    <main className="page py-16">
      <ErrorNotice texts={messages[locale]} home={`/${locale}`} locale={locale} />
    </main>
  );
}

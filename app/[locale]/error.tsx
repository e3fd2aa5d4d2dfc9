"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";

/** In the language of the address: an error may have kept the page's texts, and Next's router would weigh more than this. */
export default function ErrorPage() {
  const isSpanish = typeof window !== "undefined" && /^\/es(\/|$)/.test(window.location.pathname);
  return (
    <main className="page py-16">
      <ErrorNotice locale={isSpanish ? "es" : "en"} />
    </main>
  );
}

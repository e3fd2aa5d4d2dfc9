"use client";

import "./global.css";
import { ErrorNotice } from "#components/site/error-notice.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Shows an error in every language if even the layout fails, because the page's language is then unknown. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className="page py-8 font-[system-ui]">
          {locales.map((locale) => (
            <ErrorNotice key={locale} texts={errorTexts[locale]} home={`/${locale}`} locale={locale} />
          ))}
        </main>
      </body>
    </html>
  );
}

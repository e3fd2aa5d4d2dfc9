"use client";

import "./global.css";
import { ErrorNotice } from "#components/site/error-notice.tsx";
import { errorTexts } from "#lib/i18n/error-texts.ts";

/** Shows an error in both languages if even the layout fails: the page's language is then unknown. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className="page py-8 font-[system-ui]">
          <ErrorNotice texts={errorTexts.en} home="/en" locale="en" />
          <ErrorNotice texts={errorTexts.es} home="/es" locale="es" />
        </main>
      </body>
    </html>
  );
}

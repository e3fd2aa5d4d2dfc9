"use client";

import "./global.css";
import { ErrorNotice } from "#components/site/error-notice.tsx";
import messages from "#messages/error.json";

/** If even the layout fails. In both languages, because that of the page is unknown. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className="page py-8 font-[system-ui]">
          <ErrorNotice texts={messages.en} home="/en" locale="en" />
          <ErrorNotice texts={messages.es} home="/es" locale="es" />
        </main>
      </body>
    </html>
  );
}

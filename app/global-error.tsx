"use client";

import "./global.css";
import { ErrorNotice } from "#components/site/error-notice.tsx";
import messages from "#messages/error.json";

/** Where even the layout failed: in both languages, for nothing is known about the page. */
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

"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import { useDeskLanguage } from "#lib/i18n/desk-text.ts";
import en from "#messages/en/desk/error.json";
import es from "#messages/es/desk/error.json";

const texts = { en, es };

/** Hides the cause, which is in the log. */
export default function DeskError() {
  return (
    <main className="page py-8">
      <ErrorNotice texts={texts[useDeskLanguage()]} home="/admin/inbox" />
    </main>
  );
}

"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

export default function DeskError() {
  const t = useDeskText("error");
  const texts = { title: t("title"), text: t("text"), retry: t("retry"), home: t("home") };
  return (
    <main className="page py-8">
      <ErrorNotice texts={texts} home={deskPath} />
    </main>
  );
}

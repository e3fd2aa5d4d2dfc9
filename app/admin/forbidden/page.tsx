import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";

import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { requirePageOperator } from "../session.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("auth");
  return { title: t("forbidden.title") };
}

/** For members who open a page for admins. */
export default async function ForbiddenPage() {
  const t = await getDeskText("auth");
  const operator = await requirePageOperator();
  return (
    <Desk operator={operator} title={t("forbidden.title")}>
      <p>{t("forbidden.intro")}</p>
    </Desk>
  );
}

import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { requirePageOperator } from "../session.ts";

const t = deskText("auth");

export const metadata: Metadata = { title: t("forbidden.title") };

/** For members who open a page for admins. */
export default async function ForbiddenPage() {
  const operator = await requirePageOperator();
  return (
    <Desk operator={operator} title={t("forbidden.title")}>
      <p>{t("forbidden.intro")}</p>
    </Desk>
  );
}

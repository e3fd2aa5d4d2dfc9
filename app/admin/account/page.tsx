import type { Metadata } from "next";
import { AccountForms } from "#components/desk/access/account-forms.tsx";
import { SessionList } from "#components/desk/access/session-list.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { countRecoveryCodes } from "#lib/server/auth/second-factor.ts";
import { listSessions } from "#lib/server/auth/sessions.ts";
import { requirePageOperator } from "../session.ts";

const t = deskText("auth");

export const metadata: Metadata = { title: t("account.title") };

export default async function AccountPage() {
  const operator = await requirePageOperator();
  const { name, email, role } = operator;
  const intro = t("account.who", { name, email, role: t(`operators.${role}`) });
  return (
    <Desk operator={operator} current="account" title={t("account.title")} intro={intro}>
      <h2 className="mb-2 text-xl">{t("sessions.title")}</h2>
      <p className="mb-4 max-w-[60ch] text-muted">{t("sessions.intro")}</p>
      <SessionList sessions={await listSessions({}, { operator, now: new Date() })} />
      <AccountForms email={email} codesLeft={await countRecoveryCodes({}, { operator })} />
    </Desk>
  );
}

import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AccountForms } from "#components/desk/account-forms.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Done } from "#components/desk/done.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { NewCodes } from "#components/desk/recovery-codes.tsx";
import { SessionList } from "#components/desk/session-list.tsx";
import { passwordCharactersMax, passwordCharactersMin } from "#lib/domain/desk/sign-in.ts";
import { readRecoveryCodesCookie, recoveryCodesCookie } from "#lib/http/shown-once.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { countRecoveryCodes } from "#lib/server/auth/second-factor.ts";
import { listSessions } from "#lib/server/auth/sessions.ts";
import { requirePageOperator } from "../session.ts";

type Props = { searchParams: Promise<{ form?: string; problem?: string; ended?: string; changed?: string }> };

const t = adminText("auth");

export const metadata: Metadata = { title: t("account.title") };

export default async function AccountPage({ searchParams }: Props) {
  const operator = await requirePageOperator();
  const { form, problem, ended, changed } = await searchParams;
  const bounds = { min: passwordCharactersMin, max: passwordCharactersMax };
  const refusal = form === "codes" ? t("account.codes_invalid_input") : t("account.password_invalid_input", bounds);
  const codes = readRecoveryCodesCookie((await cookies()).get(recoveryCodesCookie)?.value);
  return (
    <Desk operator={operator} current="account">
      <h1 className="mb-2 text-2xl">{t("account.title")}</h1>
      <p className="mb-6 wrap-anywhere text-muted">
        {t("account.who", { name: operator.name, email: operator.email, role: t(`operators.${operator.role}`) })}
      </p>
      <Problem kind={problem} texts={form === undefined ? {} : { invalid_input: refusal }} />
      {!problem && ended !== undefined && <Done>{t("sessions.done")}</Done>}
      {!problem && changed !== undefined && <Done>{t("account.passwordDone")}</Done>}
      {codes.length > 0 && <NewCodes codes={codes} />}
      <h2 className="mb-2 text-xl">{t("sessions.title")}</h2>
      <p className="mb-4 max-w-[60ch] text-muted">{t("sessions.intro")}</p>
      <SessionList sessions={await listSessions({}, { operator })} />
      <AccountForms email={operator.email} codesLeft={await countRecoveryCodes({}, { operator })} min={bounds.min} />
    </Desk>
  );
}

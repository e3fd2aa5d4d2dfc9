import type { Metadata } from "next";
import { Desk } from "#components/admin/desk.tsx";
import { Done } from "#components/admin/done.tsx";
import { Problem } from "#components/admin/problem.tsx";
import { SessionList } from "#components/admin/session-list.tsx";
import { adminText } from "#lib/i18n/admin-text.ts";
import { requireOperator } from "#lib/server/auth/require-operator.ts";
import { listSessions } from "#lib/server/auth/sessions.ts";

type Props = { searchParams: Promise<{ problem?: string; done?: string }> };

const t = adminText("auth");

export const metadata: Metadata = { title: t("sessions.title") };

export default async function SessionsPage({ searchParams }: Props) {
  const operator = await requireOperator();
  const { problem, done } = await searchParams;
  return (
    <Desk operator={operator} current="sessions">
      <h1 className="mb-2 text-2xl">{t("sessions.title")}</h1>
      <p className="mb-6 max-w-[60ch] text-muted">{t("sessions.intro")}</p>
      <Problem kind={problem} />
      {done !== undefined && <Done>{t("sessions.done")}</Done>}
      <SessionList sessions={await listSessions(operator)} />
    </Desk>
  );
}

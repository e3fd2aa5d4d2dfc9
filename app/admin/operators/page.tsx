import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Desk } from "#components/desk/desk.tsx";
import { Done } from "#components/desk/done.tsx";
import { InviteForm, NewLink } from "#components/desk/invite-form.tsx";
import { OperatorTable } from "#components/desk/operator-table.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { invitationCookie, readInvitationCookie } from "#lib/http/shown-once.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { listOperators } from "#lib/server/auth/operators.ts";
import { requirePageAdmin } from "../session.ts";

type Props = { searchParams: Promise<{ problem?: string; done?: string }> };

const t = adminText("auth");

export const metadata: Metadata = { title: t("operators.title") };

export default async function OperatorsPage({ searchParams }: Props) {
  const admin = await requirePageAdmin();
  const { problem, done } = await searchParams;
  const link = readInvitationCookie((await cookies()).get(invitationCookie)?.value);
  return (
    <Desk operator={admin} current="operators">
      <h1 className="mb-6 text-2xl">{t("operators.title")}</h1>
      <Problem kind={problem} texts={{ conflict: t("operators.conflict") }} />
      {done !== undefined && <Done>{t("operators.done")}</Done>}
      {link && <NewLink {...link} />}
      <OperatorTable operators={await listOperators({}, { admin })} self={admin.id} />
      <InviteForm />
    </Desk>
  );
}

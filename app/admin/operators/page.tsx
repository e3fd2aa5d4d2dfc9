import type { Metadata } from "next";
import { InviteForm } from "#components/desk/access/invite-form.tsx";
import { OperatorTable } from "#components/desk/access/operator-table.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { listOperators } from "#lib/server/auth/operators.ts";
import { requirePageAdmin } from "../session.ts";

const t = deskText("auth");

export const metadata: Metadata = { title: t("operators.title") };

export default async function OperatorsPage() {
  const admin = await requirePageAdmin();
  return (
    <Desk operator={admin} current="operators" title={t("operators.title")}>
      <OperatorTable operators={await listOperators({}, { admin })} ownId={admin.id} />
      <InviteForm />
    </Desk>
  );
}

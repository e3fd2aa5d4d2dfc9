import { InvitationList, InviteForm, OperatorTable } from "#components/desk/access/operators.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listInvitations } from "#lib/server/access/invitations.ts";
import { listOperators } from "#lib/server/access/operators.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("operators.title"));

export default async function OperatorsPage() {
  const t = await getDeskText("auth");
  const admin = await requirePageAdmin();
  const now = new Date();
  return (
    <Desk operator={admin} current="operators" title={t("operators.title")}>
      <OperatorTable operators={await listOperators({ admin, now })} ownId={admin.id} />
      <InvitationList invitations={await listInvitations({ admin, now })} />
      <InviteForm />
    </Desk>
  );
}

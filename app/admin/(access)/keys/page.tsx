import { KeyForm, KeyTable } from "#components/desk/access/api-keys.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listApiKeys } from "#lib/server/access/api-keys.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("keys.title"));

export default async function KeysPage() {
  const t = await getDeskText("auth");
  const admin = await requirePageAdmin();
  const now = new Date();
  return (
    <Desk operator={admin} current="keys" title={t("keys.title")} intro={t("keys.intro")}>
      <KeyTable keys={await listApiKeys({ admin, now })} now={now} />
      <KeyForm />
    </Desk>
  );
}

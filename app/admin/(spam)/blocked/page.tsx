import { Desk } from "#components/desk/desk.tsx";
import { BlockForm, BlockTable } from "#components/desk/spam/block-list.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listBlocks } from "#lib/server/submissions/spam/block-list.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("spam", (t) => t("blocked.title"));

export default async function BlockListPage() {
  const t = await getDeskText("spam");
  const admin = await requirePageAdmin();
  return (
    <Desk operator={admin} current="blocked" title={t("blocked.title")} intro={t("blocked.intro")}>
      <BlockTable blocks={await listBlocks({ admin })} />
      <BlockForm />
    </Desk>
  );
}

import { ImportPanel } from "#components/desk/catalog/import-panel.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { requirePageOperator } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("importTitle"));

export default async function ImportPage() {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const entries = await listDrafts({}, { operator });
  const targets = entries.map(({ slug, titleEn, titleEs }) => ({ slug, titleEn, titleEs }));
  return (
    <Desk operator={operator} current="catalog" back={{ href: catalogPaths.list, text: t("back") }}>
      <ImportPanel entries={targets} />
    </Desk>
  );
}

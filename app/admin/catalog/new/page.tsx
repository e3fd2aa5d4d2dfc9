import { EntryEditor } from "#components/desk/catalog/entry-editor.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { requirePageOperator } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("newTitle"));

export default async function NewEntryPage() {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  return (
    <Desk
      operator={operator}
      current="catalog"
      back={{ href: catalogPaths.list, text: t("back") }}
      title={t("newTitle")}
      intro={t("newIntro")}
    >
      <EntryEditor stored={null} />
    </Desk>
  );
}

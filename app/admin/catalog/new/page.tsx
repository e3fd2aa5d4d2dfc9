import type { Metadata } from "next";
import { EntryEditor } from "#components/desk/catalog/entry-editor.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { requirePageOperator } from "../../session.ts";

const t = deskText("catalog");

export const metadata: Metadata = { title: t("newTitle") };

export default async function NewEntryPage() {
  const operator = await requirePageOperator();
  return (
    <Desk
      operator={operator}
      current="catalog"
      back={{ href: catalogPaths.list, text: t("back") }}
      title={t("newTitle")}
      intro={t("newIntro")}
    >
      <EntryEditor stored={null} operatorId={operator.id} />
    </Desk>
  );
}

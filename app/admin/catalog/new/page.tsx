import { EntryEditor } from "#components/desk/catalog/entry-editor.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { requirePageOperator } from "../../session.ts";

export function generateMetadata() {
  return { title: deskText("catalog")("newTitle") };
}

export default async function NewEntryPage() {
  const operator = await requirePageOperator();
  const t = deskText("catalog");
  return (
    <Desk operator={operator} current="catalog">
      <p className="mb-2">
        <a className="link" href={catalogPaths.list}>
          {t("back")}
        </a>
      </p>
      <h1 className="text-2xl">{t("newTitle")}</h1>
      <p className="mt-1 mb-6 text-muted">{t("newIntro")}</p>
      <EntryEditor stored={null} operatorId={operator.id} />
    </Desk>
  );
}

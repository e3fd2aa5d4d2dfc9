import { ImportPanel } from "#components/desk/catalog/import-panel.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { deskText } from "#lib/i18n/desk-text.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { requirePageOperator } from "../../session.ts";

export function generateMetadata() {
  return { title: deskText("catalog")("importTitle") };
}

export default async function ImportPage() {
  const operator = await requirePageOperator();
  const entries = await listDrafts({}, { operator });
  const targets = entries.map(({ slug, titleEn, titleEs }) => ({ slug, titleEn, titleEs }));
  return (
    <Desk operator={operator} current="catalog">
      <ImportPanel operatorId={operator.id} entries={targets} />
    </Desk>
  );
}

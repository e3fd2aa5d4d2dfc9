import { EntryForm } from "#components/desk/catalog/entry-form.tsx";
import { Notice } from "#components/desk/catalog/notice.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { emptyContent } from "#lib/domain/catalog/editor/apply-import.ts";
import { toFields } from "#lib/domain/catalog/editor/fields.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { requirePageOperator } from "../../session.ts";
import { shownForm } from "../held-entry.ts";
import type { DeskQuery } from "../query.ts";
import { storageKeyOf } from "../storage-key.ts";

export function generateMetadata() {
  return { title: adminText("catalog")("newTitle") };
}

export default async function NewEntryPage({ searchParams }: { searchParams: Promise<DeskQuery> }) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const query = await searchParams;
  const { held, fields, faults, problem } = await shownForm(operator, query, null, toFields(emptyContent()));
  return (
    <Desk operator={operator} current="catalog">
      <p className="mb-2">
        <a className="link" href={catalogPaths.list}>
          {t("back")}
        </a>
      </p>
      <h1 className="text-2xl">{t("newTitle")}</h1>
      <p className="mt-1 mb-6 text-muted">{t("newIntro")}</p>
      {!problem && <Problem kind={query.problem} />}
      {problem === "not_found" && (
        <Notice look="danger" title={t("goneTitle")}>
          <p>{t("goneText")}</p>
        </Notice>
      )}
      {problem === "imported" && (
        <Notice look="note" title={t("importedTitle")}>
          <p>{t("importedText")}</p>
        </Notice>
      )}
      <EntryForm
        stored={null}
        fields={fields}
        faults={faults}
        updatedAt=""
        held={held}
        storageKey={storageKeyOf(operator)}
      />
    </Desk>
  );
}

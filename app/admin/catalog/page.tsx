import { EntryTable } from "#components/desk/catalog/entry-table.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { SavedWork } from "#components/desk/catalog/saved-work.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Done } from "#components/desk/done.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { requirePageOperator } from "../session.ts";
import { type DeskQuery, lastOf } from "./query.ts";
import { storageKeyOf } from "./storage-key.ts";

export function generateMetadata() {
  return { title: adminText("catalog")("title") };
}

export default async function CatalogPage({ searchParams }: { searchParams: Promise<DeskQuery> }) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const entries = await listDrafts(operator);
  const query = await searchParams;
  const deleted = lastOf(query.deleted);
  const published = entries.filter((entry) => entry.published).length;
  return (
    <Desk operator={operator} current="catalog">
      {deleted && (
        <>
          <SavedWork storageKeys={[storageKeyOf(operator, deleted)]} />
          <Done>{t("deleted", { slug: deleted })}</Done>
        </>
      )}
      <Problem kind={query.problem} />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-2xl">{t("title")}</h1>
          <p className="mt-1 text-muted">{t("intro", { published, drafts: entries.length - published })}</p>
        </div>
        <p className="flex flex-wrap gap-3">
          <a className={buttonClass("secondary")} href={catalogPaths.import}>
            {t("import")}
          </a>
          <a className={buttonClass()} href={catalogPaths.new}>
            {t("new")}
          </a>
        </p>
      </div>
      <EntryTable entries={entries} />
    </Desk>
  );
}

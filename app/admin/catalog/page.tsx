import { DeskEntryList } from "#components/desk/catalog/entry-table.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { listMissingTexts, pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { listWatched } from "#lib/server/catalog/watch.ts";
import { getDeskLanguage, requirePageOperator } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("title"));

export default async function DeskCatalogPage() {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const entries = await listDrafts({}, { operator });
  const waiting = await listWatched({ operator });
  const language = await getDeskLanguage();
  const published = entries.filter((entry) => entry.published).length;
  return (
    <Desk operator={operator} current="catalog">
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
      {waiting.length > 0 && (
        <Callout look="accent" title={t("watch.waiting")}>
          <ul className="list-disc pl-5">
            {waiting.map(({ slug, hasDraft, ...titles }) => (
              <li key={slug}>
                <a className="link inline-block py-1" href={catalogPaths[hasDraft ? "document" : "edit"](slug)}>
                  {pickTitle(titles, language) || slug}
                </a>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {entries.length > 0 ? (
        <DeskEntryList
          entries={entries.map(({ slug, titleEn, titleEs, published, updatedAt, changedBy, ...texts }) => {
            const missing = listMissingTexts({ titleEn, titleEs, ...texts });
            return { slug, titleEn, titleEs, published, updatedAt, changedBy, missing };
          })}
        />
      ) : (
        <p className="max-w-prose text-muted">{t("none")}</p>
      )}
    </Desk>
  );
}

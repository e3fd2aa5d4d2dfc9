import { listMissingTexts, type MissingText } from "#lib/domain/catalog/editor/missing-language.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { locales } from "#lib/domain/locale.ts";
import { deskText, formatDeskTime } from "#lib/i18n/desk-text.ts";
import { catalogPaths } from "./paths.ts";

type Listed = Omit<ApiCatalogEntry, "spec" | "endpoints" | "docsUrl" | "swaggerUrl">;

const cell = "block py-1 md:table-cell md:border-t md:border-line md:px-3 md:py-3 md:align-top";

/** Every entry, one a row; on a narrow page one below the other. */
export function EntryTable({ entries }: { entries: Listed[] }) {
  const t = deskText("catalog");
  if (!entries.length) return <p className="max-w-prose text-muted">{t("none")}</p>;
  return (
    <table className="block w-full rounded-md border border-line bg-surface md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="text-left text-sm text-muted">
          {([t("entry"), t("state"), t("missing"), t("updated")] as const).map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line md:table-row-group md:divide-y-0">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: Listed }) {
  const t = deskText("catalog");
  const missing = listMissingTexts(entry);
  return (
    <tr className="block px-4 py-3 md:table-row md:p-0">
      <th scope="row" className={`${cell} text-left font-normal`}>
        <a className="link font-semibold wrap-anywhere" href={catalogPaths.edit(entry.slug)}>
          {entry.titleEn || entry.titleEs || t("untitled")}
        </a>
        <span className="block text-sm text-muted wrap-anywhere">{entry.slug}</span>
      </th>
      <td className={cell}>
        <StateBadge isPublished={entry.published} />
      </td>
      <td className={`${cell} text-sm`}>
        <span className="font-semibold md:hidden">{t("missing")}: </span>
        {missing.length ? <MissingTexts missing={missing} /> : <span className="text-muted">{t("complete")}</span>}
      </td>
      <td className={`${cell} text-sm text-muted md:whitespace-nowrap`}>
        <time dateTime={entry.updatedAt}>{formatDeskTime(new Date(entry.updatedAt))}</time>
      </td>
    </tr>
  );
}

/** Whether readers see the entry. */
export function StateBadge({ isPublished }: { isPublished: boolean }) {
  const t = deskText("catalog");
  const look = isPublished ? "bg-success-soft text-success" : "bg-accent-soft text-ink";
  return (
    <span className={`inline-block rounded-full px-3 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}>
      {isPublished ? t("published") : t("draft")}
    </span>
  );
}

/** What readers of a language do not find, a line for each language. */
export function MissingTexts({ missing }: { missing: MissingText[] }) {
  const t = deskText("catalog");
  return (
    <ul>
      {locales.map((locale) => {
        const parts = missing.filter((text) => text.locale === locale);
        if (!parts.length) return null;
        const names = parts.map(({ part, service = "" }) => t(`parts.${part}`, { service })).join(", ");
        return (
          <li key={locale} className="wrap-anywhere">
            {t("missingIn", { language: t(`languages.${locale}`), parts: names })}
          </li>
        );
      })}
    </ul>
  );
}

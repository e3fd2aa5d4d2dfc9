import { Table } from "#components/ui/table.tsx";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import type { MissingText } from "#lib/domain/catalog/editor/missing-language.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { Badge } from "../core/badges.tsx";
import { DeskTime } from "../core/facts.tsx";
import { catalogPaths } from "./paths.ts";

export type ListedEntry = Pick<ApiCatalogEntry, "slug" | "titleEn" | "titleEs" | "published" | "updatedAt"> & {
  missing: MissingText[];
  changedBy: string | null;
};

export function EntryTable({ entries }: { entries: ListedEntry[] }) {
  const t = useDeskText("catalog");
  const language = useDeskLanguage();
  return (
    <Table
      caption={t("title")}
      rows={entries}
      getKey={({ slug }) => slug}
      columns={[
        {
          header: t("entry"),
          isRowHeader: true,
          cell: ({ slug, ...titles }) => (
            <>
              <a className="link text-base" href={catalogPaths.edit(slug)}>
                {pickTitle(titles, language) || t("untitled")}
              </a>
              <span className="block font-normal text-muted">{slug}</span>
            </>
          ),
        },
        { header: t("state"), cell: ({ published }) => <StateBadge isPublished={published} /> },
        {
          header: t("missing"),
          isLabelled: true,
          cell: ({ missing }) =>
            missing.length ? <MissingTexts missing={missing} /> : <span className="text-muted">{t("complete")}</span>,
        },
        {
          header: t("updated"),
          className: "text-muted lg:whitespace-nowrap",
          cell: ({ updatedAt, changedBy }) => (
            <>
              <DeskTime at={new Date(updatedAt)} />
              {changedBy && <span className="block">{changedBy}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

export function StateBadge({ isPublished }: { isPublished: boolean }) {
  const t = useDeskText("catalog");
  return <Badge look={isPublished ? "success" : "accent"}>{isPublished ? t("published") : t("draft")}</Badge>;
}

export function MissingTexts({ missing }: { missing: MissingText[] }) {
  const t = useDeskText("catalog");
  return (
    <ul>
      {locales.map((locale) => {
        const parts = missing.filter((text) => text.locale === locale);
        if (!parts.length) return null;
        const names = parts
          .map(({ part, service = "", missing = 0, all = 0 }) => t(`parts.${part}`, { service, missing, all }))
          .join(", ");
        return (
          <li key={locale} className="wrap-anywhere">
            {t("missingIn", { language: t(`languages.${locale}`), parts: names })}
          </li>
        );
      })}
    </ul>
  );
}

"use client";

import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import type { MissingText } from "#lib/domain/catalog/editor/content.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { toSearchWords } from "#lib/domain/catalog/search.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { fold } from "#lib/domain/spelling.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { Badge } from "../core/badges.tsx";
import { DeskTime } from "../core/facts.tsx";

type ListedEntry = Pick<ApiCatalogEntry, "slug" | "titleEn" | "titleEs" | "published" | "updatedAt"> & {
  missing: MissingText[];
  changedBy: string | null;
};

function EntryTable({ entries }: { entries: ListedEntry[] }) {
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

export function DeskEntryList({ entries }: { entries: ListedEntry[] }) {
  const t = useDeskText("catalog");
  const [search, setSearch] = useState("");
  const words = toSearchWords(search);
  const language = useDeskLanguage();
  const found = sortByTitle(entries, language).filter(({ slug, titleEn, titleEs }) => {
    const text = fold(`${slug} ${titleEn} ${titleEs}`);
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="w-full max-w-sm">
          <Field
            id="entry-search"
            type="search"
            autoComplete="off"
            spellCheck={false}
            label={t("search")}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <p role="status" className="py-3 text-sm text-muted">
          {words.length > 0 && t("found", { count: found.length, total: entries.length })}
        </p>
      </div>
      {found.length > 0 ? <EntryTable entries={found} /> : <p className="text-muted">{t("notFound")}</p>}
    </>
  );
}

function sortByTitle(entries: ListedEntry[], language: Locale): ListedEntry[] {
  const { compare } = new Intl.Collator(language);
  return entries.toSorted((a, b) => compare(pickTitle(a, language), pickTitle(b, language)));
}

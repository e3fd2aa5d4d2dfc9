"use client";

import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { toSearchWords } from "#lib/domain/catalog/search.ts";
import { fold } from "#lib/domain/fold.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { EntryTable, type ListedEntry } from "./entry-table.tsx";

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

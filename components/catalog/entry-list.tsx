import { type Locale, useTranslations } from "next-intl";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { SearchQuery } from "#lib/domain/catalog/search.ts";
import { EntryCard } from "./entry-card.tsx";

type Props = { entries: ApiCatalogEntry[]; locale: Locale; query: SearchQuery };

/** A page of them; whoever has more finds the others by searching. */
const shownMax = 200;

export function EntryList({ entries, locale, query }: Props) {
  const t = useTranslations("catalog");
  const shown = entries.slice(0, shownMax);
  return (
    <>
      {entries.length > shownMax && <p className="mt-2 text-muted">{t("shownOf", { shown: shownMax })}</p>}
      <ul className="mt-6 grid gap-1.5 md:grid-cols-2">
        {shown.map((entry, at) => (
          <li key={entry.slug} className={`piece flex [--piece:var(--primary-soft)] ${shapeOf(at, shown.length)}`}>
            <EntryCard entry={entry} locale={locale} query={query} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each piece fits into the next: two in a row where there is room, one above the other where there is not. */
function shapeOf(at: number, count: number): string {
  const isLeft = at % 2 === 0;
  const hasNext = at + 1 < count;
  return [
    hasNext ? "max-md:tab-bottom" : "",
    at > 0 ? "max-md:notch-top" : "",
    isLeft && hasNext ? "md:tab-right" : "",
    isLeft ? "" : "md:notch-left",
    at + 2 < count ? "md:tab-bottom" : "",
    at >= 2 ? "md:notch-top" : "",
  ].join(" ");
}

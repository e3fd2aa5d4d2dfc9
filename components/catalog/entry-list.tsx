import { type Locale, useTranslations } from "next-intl";
import { foundIn } from "#lib/domain/catalog/matches.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { SearchQuery } from "#lib/domain/catalog/search.ts";
import { CardHead } from "./card-head.tsx";
import { clamp, localizeEntry, toLead } from "./entry-texts.ts";
import { FoundPlaces, Marked } from "./found-in.tsx";
import { entryPath } from "./paths.ts";

type Props = { entries: ApiCatalogEntry[]; locale: Locale; query: SearchQuery };

export function EntryList({ entries, locale, query }: Props) {
  return (
    <ul className="mt-6 grid gap-1.5 md:grid-cols-2">
      {entries.map((entry, at) => (
        <li
          key={entry.slug}
          className={`group/card piece flex min-w-0 ${toColor(at)} ${toShape(at, entries.length)} ${isAlone(at, entries.length) ? "md:col-span-2" : ""}`}
        >
          <EntryCard entry={entry} locale={locale} query={query} isWide={isAlone(at, entries.length)} />
        </li>
      ))}
    </ul>
  );
}

/** The last of an odd number has a row for itself. */
const isAlone = (at: number, count: number) => at % 2 === 0 && at + 1 === count;

const colors = [
  "[--piece:var(--primary-soft)]",
  "[--piece:var(--surface)]",
  "[--piece:var(--primary-soft)] md:[--piece:var(--surface)]",
  "[--piece:var(--surface)] md:[--piece:var(--primary-soft)]",
];

/** As on a board: no piece has the colour of the one beside, above or below it. */
export function toColor(at: number): string {
  return colors[at % colors.length] ?? "";
}

/** Classes of a piece that fits into its neighbours: two in a row on wide screens, one on narrow ones. */
export function toShape(at: number, count: number): string {
  const isLeft = at % 2 === 0;
  const hasNext = at + 1 < count;
  return [
    hasNext ? "max-md:tab-bottom" : "",
    at > 0 ? "max-md:notch-top" : "",
    isLeft && hasNext ? "md:tab-right" : "",
    isLeft ? "" : "md:notch-left",
    at + 2 < count && !isAlone(at + 2, count) ? "md:tab-bottom" : "",
    at >= 2 && !isAlone(at, count) ? "md:notch-top" : "",
  ].join(" ");
}

type CardProps = { entry: ApiCatalogEntry; locale: Locale; query: SearchQuery; isWide: boolean };

const useCasesMax = 3;
const useCaseLengthMax = 160;

function EntryCard({ entry, locale, query: { text, words }, isWide }: CardProps) {
  const t = useTranslations("catalog");
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const lead = toLead(description);
  const shown = useCases.slice(0, useCasesMax).map((useCase) => clamp(useCase, useCaseLengthMax));
  const found = words.length ? foundIn(entry, words, locale, [title, lead, ...shown]) : null;
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const counts = [
    services.length > 0 && t("serviceCount", { count: services.length }),
    operations > 0 && t("operationCount", { count: operations }),
    entry.endpoints.length > 0 && t("endpointCount", { count: entry.endpoints.length }),
  ].filter((count) => count !== false);
  return (
    <article className="relative flex grow flex-col p-6 pt-8 sm:px-9">
      <div className={`grid gap-x-12 gap-y-5 ${isWide ? "md:grid-cols-[3fr_2fr]" : ""}`}>
        <CardHead
          entry={entry}
          as="h2"
          href={entryPath(entry.slug, locale, text)}
          title={<Marked text={title} words={words} />}
          lead={<Marked text={lead} words={words} />}
        />
        {shown.length > 0 && (
          <ul className="space-y-1.5 text-sm text-muted" aria-label={t("useCases")}>
            {shown.map((useCase) => (
              <li
                key={useCase}
                className="flex gap-2.5 wrap-anywhere before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:border-3 before:border-accent"
              >
                <span>
                  <Marked text={useCase} words={words} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {found && (
        <div className="mt-5">
          <FoundPlaces found={found} words={words} locale={locale} />
        </div>
      )}
      <p className="mt-auto pt-5 text-sm font-medium">{counts.join(" · ")}</p>
    </article>
  );
}

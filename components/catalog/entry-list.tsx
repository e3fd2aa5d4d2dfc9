import { type Locale, useTranslations } from "next-intl";
import { foundIn } from "#lib/domain/catalog/matches.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { SearchQuery } from "#lib/domain/catalog/search.ts";
import { clamp, localizeEntry, toLead } from "./entry-texts.ts";
import { FoundPlaces, Marked, markedHeading } from "./found-in.tsx";
import { entryPath } from "./paths.ts";

type Props = { entries: ApiCatalogEntry[]; locale: Locale; query: SearchQuery };

export function EntryList({ entries, locale, query }: Props) {
  return (
    <ul className="mt-6 grid gap-1.5 md:grid-cols-2">
      {entries.map((entry, at) => (
        <li key={entry.slug} className={`piece flex [--piece:var(--primary-soft)] ${toShape(at, entries.length)}`}>
          <EntryCard entry={entry} locale={locale} query={query} />
        </li>
      ))}
    </ul>
  );
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
    at + 2 < count ? "md:tab-bottom" : "",
    at >= 2 ? "md:notch-top" : "",
  ].join(" ");
}

type CardProps = { entry: ApiCatalogEntry; locale: Locale; query: SearchQuery };

const useCasesMax = 3;
const useCaseLengthMax = 160;

function EntryCard({ entry, locale, query: { text, words } }: CardProps) {
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
      <h2 className={`text-xl wrap-anywhere ${markedHeading}`}>
        <a
          className="decoration-accent decoration-3 underline-offset-4 after:absolute after:inset-0 hover:underline"
          href={entryPath(entry.slug, locale, text)}
        >
          <Marked text={title} words={words} />
        </a>
      </h2>
      <p className="mt-3 wrap-anywhere">
        <Marked text={lead} words={words} />
      </p>
      {shown.length > 0 && (
        <ul className="mt-4 space-y-1.5 text-sm text-muted" aria-label={t("useCases")}>
          {shown.map((useCase) => (
            <li
              key={useCase}
              className="flex gap-2.5 wrap-anywhere before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:bg-accent"
            >
              <span>
                <Marked text={useCase} words={words} />
              </span>
            </li>
          ))}
          {useCases.length > shown.length && (
            <li className="pl-4">{t("moreUseCases", { count: useCases.length - shown.length })}</li>
          )}
        </ul>
      )}
      {found && (
        <div className="mt-5">
          <FoundPlaces found={found} words={words} locale={locale} />
        </div>
      )}
      <p className="mt-auto pt-5 text-sm font-medium">{counts.join(" · ")}</p>
    </article>
  );
}

import { type Locale, useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { linkTo } from "#components/ui/link-to.tsx";
import { findMatchPlaces, shortenText } from "#lib/domain/catalog/matches.ts";
import { listMarkedWords, type NearSearch } from "#lib/domain/catalog/rank.ts";
import { type ApiCatalogEntry, localizeEntry } from "#lib/domain/catalog/schema.ts";
import { type ListPage, listPageNumbers, type SearchQuery, searchLengthMax } from "#lib/domain/catalog/search.ts";
import { findWordAsTyped } from "#lib/domain/catalog/search-words.ts";
import { CardHead, findGroupName, type GroupName, toLeadSentence } from "./card-head.tsx";
import { FoundPlaces, MarkedText } from "./found-in.tsx";
import { catalogPath, entryPath, topicContactPath } from "./paths.ts";

export function SearchBox({ path, search }: { path: string; search?: string }) {
  const t = useTranslations("catalog");
  return (
    <search>
      <form action={path} className="max-w-2xl">
        <label htmlFor="search" className="block font-semibold">
          {t("search")}
        </label>
        <div className="mt-2 flex gap-2">
          <input
            id="search"
            name="search"
            type="search"
            maxLength={searchLengthMax}
            aria-describedby="search-hint"
            aria-keyshortcuts="/"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            className="min-h-12 w-full min-w-0 rounded-full border border-edge bg-surface px-5 text-ink"
            defaultValue={search}
          />
          <button type="submit" className={buttonClass()}>
            {t("searchButton")}
          </button>
        </div>
        <p id="search-hint" className="mt-2 text-sm text-muted">
          {t("searchHint")}
        </p>
      </form>
    </search>
  );
}

type Props = { entries: ApiCatalogEntry[]; locale: Locale; query: SearchQuery };

/** Shows the groups in the order of their first entries. */
export function GroupedEntries(props: Props) {
  return [...Map.groupBy(props.entries, findGroupName)].map(([name, entries]) => (
    <EntryGroup key={name} {...props} name={name} entries={entries} />
  ));
}

function EntryGroup({ name, ...props }: Props & { name: GroupName }) {
  const t = useTranslations("catalog.groups");
  return (
    <section
      className="mt-10 grid gap-x-8 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:not-first-of-type:mt-16"
      aria-labelledby={`group-${name}`}
    >
      <div className="lg:sticky lg:top-8 lg:self-start lg:pt-7">
        <h2 id={`group-${name}`} className="text-2xl">
          {t(`${name}.title`)}
        </h2>
        <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
      </div>
      <EntryList {...props} as="h3" />
    </section>
  );
}

export function EntryList({ entries, locale, query, as }: Props & { as: "h2" | "h3" }) {
  return (
    <ul className="grid gap-1.5">
      {entries.map((entry, at) => (
        <li
          key={entry.slug}
          className={`group/card piece min-w-0 ${at % 2 ? "[--piece:var(--surface)]" : "[--piece:var(--primary-soft)]"} ${at > 0 ? "notch-top" : ""} ${at + 1 < entries.length ? "tab-bottom" : ""}`}
        >
          <EntryCard entry={entry} locale={locale} query={query} as={as} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { entry: ApiCatalogEntry; locale: Locale; query: SearchQuery; as: "h2" | "h3" };

const useCasesMax = 3;
const useCaseLengthMax = 160;

function EntryCard({ entry, locale, query: { text, words: searched }, as }: CardProps) {
  const t = useTranslations("catalog");
  const words = listMarkedWords(entry, searched);
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const lead = toLeadSentence(description);
  const shown = useCases.slice(0, useCasesMax).map((useCase) => shortenText(useCase, useCaseLengthMax));
  const found = words.length ? findMatchPlaces(entry, words, locale, [title, lead, ...shown]) : null;
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const counts = [
    services.length > 0 && t("serviceCount", { count: services.length }),
    operations > 0 && t("operationCount", { count: operations }),
    !operations && entry.endpoints.length > 0 && t("endpointCount", { count: entry.endpoints.length }),
  ].filter((count) => count !== false);
  return (
    <article className="relative p-6 pt-8 sm:px-9">
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-[6fr_5fr]">
        <CardHead
          entry={entry}
          as={as}
          href={entryPath(entry.slug, locale, text)}
          title={<MarkedText text={title} words={words} />}
          lead={<MarkedText text={lead} words={words} />}
          counts={counts.join(" · ")}
        />
        {shown.length > 0 && (
          <ul
            className={`space-y-1.5 text-sm text-muted md:pt-1.5 ${found ? "" : "max-md:[&>li+li]:hidden"}`}
            aria-label={t("useCases")}
          >
            {shown.map((useCase) => (
              <li
                key={useCase}
                className="flex gap-2.5 wrap-anywhere before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:border-3 before:border-accent"
              >
                <span>
                  <MarkedText text={useCase} words={words} />
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
    </article>
  );
}

type PaginationProps = { page: ListPage; locale: Locale; search: string };

export function Pagination({ page, locale, search }: PaginationProps) {
  const t = useTranslations("catalog");
  const format = useFormatter();
  const { number: current, pageCount } = page;
  if (pageCount === 1) return null;
  const steps = [
    { rel: "prev", number: current - 1, text: t("previousPage"), place: "col-start-1" },
    { rel: "next", number: current + 1, text: t("nextPage"), place: "col-start-2" },
  ].filter(({ number }) => number >= 1 && number <= pageCount);
  return (
    <nav
      aria-label={t("pages")}
      className="mt-12 mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 print:hidden"
    >
      <ul className="flex flex-wrap items-center gap-px max-sm:w-full max-sm:justify-center sm:gap-1">
        {listPageNumbers(page).map((number, at) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity and never moves
            <li key={`gap ${at}`} aria-hidden="true" className="min-w-6 text-center text-muted">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={catalogPath(locale, search, number)}
                aria-label={t("page", { page: number })}
                aria-current={number === current ? "page" : undefined}
                className="flex min-h-10 min-w-10 items-center justify-center rounded-full px-1.5 font-semibold tabular-nums transition-colors duration-150 hover:bg-primary-soft hover:text-primary aria-[current]:bg-primary aria-[current]:text-on-primary forced-colors:aria-[current]:border-2 sm:min-h-11 sm:min-w-11"
              >
                {format.number(number)}
              </a>
            </li>
          ),
        )}
      </ul>
      <ul className="gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:flex">
        {steps.map(({ rel, number, text, place }) => (
          <li key={rel} className={place}>
            <a className={`${buttonClass("secondary")} w-full`} href={catalogPath(locale, search, number)} rel={rel}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type CountProps = { count: number; search: string; page: ListPage };

export function CountLine({ count, search, page: { pageCount, start, end } }: CountProps) {
  const t = useTranslations("catalog");
  if (!search && !count) return t("none");
  const total = search ? t("countFor", { count, search }) : t("count", { count });
  if (pageCount === 1) return total;
  return t("countShown", { total, shown: end - start, first: start + 1, last: end });
}

export function AskUsLink({ locale }: { locale: Locale }) {
  const t = useTranslations("catalog");
  return (
    <p className="mt-5">
      {t.rich("askUs", {
        link: linkTo(topicContactPath(locale)),
      })}
    </p>
  );
}

type NearProps = { near: NearSearch; search: string; locale: Locale };

/** Tells the reader which search words were left out or corrected. */
export function NearMatchesNote({ near: { meant, leftOut, hasCorrection }, search, locale }: NearProps) {
  const t = useTranslations("catalog");
  const words = useQuotedWords(leftOut, search, "conjunction");
  if (!hasCorrection && !leftOut.length) return null;
  return (
    <p className="mt-3 max-w-prose wrap-anywhere">
      {leftOut.length > 0 && `${t("nearLeftOut", { words })} `}
      {hasCorrection &&
        t.rich("nearMeant", { search: meant.join(" "), link: linkTo(catalogPath(locale, meant.join(" "))) })}
    </p>
  );
}

function useQuotedWords(words: string[], search: string, type: "conjunction" | "disjunction"): string {
  const format = useFormatter();
  return format.list(
    words.map((word) => `“${findWordAsTyped(word, search)}”`),
    { type },
  );
}

type EmptyProps = {
  leftOut: string[];
  search: string;
  suggestions: { word: string; count: number }[];
  locale: Locale;
};

export function EmptyResult({ leftOut, search, suggestions, locale }: EmptyProps) {
  const t = useTranslations("catalog");
  const words = useQuotedWords(leftOut, search, "disjunction");
  return (
    <div className="mt-6 max-w-3xl rounded-lg border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-xl">{t("emptyTitle")}</h2>
      <p className="mt-3 wrap-anywhere">
        {suggestions.length && leftOut.length ? t("emptyLeaveOut", { words }) : t("emptyText")}
      </p>
      {suggestions.length > 0 && (
        <div className="mt-4 flex flex-wrap items-baseline gap-x-3">
          <p>{t("emptyInstead")}</p>
          <ul className="flex flex-wrap gap-x-4">
            {suggestions.map(({ word, count }) => (
              <li key={word}>
                <a className="link inline-block py-1.5 wrap-anywhere" href={catalogPath(locale, word)}>
                  {t("wordCount", { word, count })}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <AskUsLink locale={locale} />
    </div>
  );
}

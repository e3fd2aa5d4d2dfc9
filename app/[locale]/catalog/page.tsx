import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { AskUs, EmptyResult } from "#components/catalog/empty-result.tsx";
import { EntryList } from "#components/catalog/entry-list.tsx";
import { catalogPath } from "#components/catalog/paths.ts";
import { SearchForm } from "#components/catalog/search-form.tsx";
import { Page } from "#components/site/page.tsx";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { findSimilarWords, readSearchQuery, searchLengthMax } from "#lib/domain/catalog/search.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<{ search?: string | string[] }> };

const suggestionsMax = 4;

export async function generateMetadata({ params, searchParams }: Props) {
  const { locale } = await params;
  const { text } = readSearchQuery((await searchParams).search);
  const t = await getTranslations({ locale, namespace: "catalog" });
  const title = text ? t("searchTitle", { search: text }) : t("title");
  const metadata = pageMetadata({ locale, href: "/catalog", title, description: t("description") });
  return text ? { ...metadata, robots: { index: false, follow: true } } : metadata;
}

export default async function CatalogPage({ params, searchParams }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("catalog");
  const query = readSearchQuery((await searchParams).search);
  const found = await listCatalogApis({ search: query.text });
  const isEmpty = query.text !== "" && !found.length;
  const shown = isEmpty ? await listCatalogApis({}) : found;
  const count = found.length;
  return (
    <Page site={site()} locale={locale} href="/catalog">
      <h1 className="text-3xl">{t("title")}</h1>
      <p className="mt-4 mb-8 max-w-prose text-lg text-muted">{t("intro")}</p>
      <SearchForm
        path={catalogPath(locale)}
        search={query.text}
        lengthMax={searchLengthMax}
        texts={{ label: t("search"), hint: t("searchHint"), button: t("searchButton") }}
      />
      <div className="mt-8 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p role="status" className="text-lg font-semibold wrap-anywhere">
          {query.text ? t("countFor", { count, search: query.text }) : count ? t("count", { count }) : t("none")}
        </p>
        {query.text && (
          <a className="link py-1" href={catalogPath(locale)}>
            {t("showAll")}
          </a>
        )}
      </div>
      {isEmpty && <EmptyResult {...(await suggestWords(query.words, shown))} locale={locale} />}
      {isEmpty && shown.length > 0 && <h2 className="mt-12 text-2xl">{t("allTitle")}</h2>}
      <EntryList entries={shown} locale={locale} query={isEmpty ? { text: "", words: [] } : query} />
      {!isEmpty && <AskUs locale={locale} />}
    </Page>
  );
}

/** After a search that found nothing: its words that find something alone, and words similar to the others. */
async function suggestWords(words: string[], all: ApiCatalogEntry[]) {
  const counted = await Promise.all(words.slice(0, suggestionsMax).map(countMatches));
  const lost = counted.filter(({ count }) => !count).map(({ word }) => word);
  const meant = lost.flatMap((word) => findSimilarWords(word, listNames(all)));
  const similar = await Promise.all([...new Set(meant)].slice(0, suggestionsMax).map(countMatches));
  return {
    fewer: words.length > 1 ? counted.filter(({ count }) => count) : [],
    similar: similar.filter(({ count }) => count),
  };
}

async function countMatches(word: string) {
  const found = await listCatalogApis({ search: word });
  return { word, count: found.length };
}

function* listNames(entries: ApiCatalogEntry[]) {
  for (const entry of entries) {
    yield* [entry.titleEn, entry.titleEs];
    for (const service of entry.services) yield* [service.titleEn, service.titleEs];
    yield* [...entry.useCasesEn, ...entry.useCasesEs];
  }
}

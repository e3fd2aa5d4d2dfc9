import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  AskUs,
  CountLine,
  EmptyResult,
  EntryList,
  GroupedEntries,
  Pagination,
} from "#components/catalog/entry-list.tsx";
import { findGroup, sortByGroup } from "#components/catalog/find-pictogram.ts";
import { catalogPath, toCatalogQuery } from "#components/catalog/paths.ts";
import { SearchForm } from "#components/catalog/search-form.tsx";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { Page } from "#components/site/page.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { entriesPerPage, findListPage, readPageNumber } from "#lib/domain/catalog/list-pages.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { findSimilarWords, readSearchQuery, type SearchQuery, searchLengthMax } from "#lib/domain/catalog/search.ts";
import { mapLocales } from "#lib/i18n/locales.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";
import { site } from "#lib/server/site.ts";

type Query = { search?: string | string[]; page?: string | string[] };
type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<Query> };

const suggestionsMax = 4;

export async function generateMetadata({ params, searchParams }: Props) {
  const { locale } = await params;
  const { search, page } = await searchParams;
  const { text } = readSearchQuery(search);
  const number = readPageNumber(page);
  const t = await getTranslations({ locale, namespace: "catalog" });
  const list = text ? t("searchTitle", { search: text }) : t("title");
  const title = number > 1 ? t("pageTitle", { title: list, page: number }) : list;
  const metadata = pageMetadata({ locale, href: "/catalog", title, description: t("description") });
  if (text) return { ...metadata, robots: { index: false, follow: true } };
  return number > 1 ? addPageAddress(metadata, locale, number) : metadata;
}

/** All languages list the entries in the same order, so page numbers correspond. */
function addPageAddress(metadata: Metadata, locale: Locale, number: number): Metadata {
  const languages = mapLocales((each) => catalogPath(each, "", number));
  const canonical = languages[locale];
  return {
    ...metadata,
    alternates: { canonical, languages: { ...languages, "x-default": languages.en } },
    openGraph: { ...metadata.openGraph, url: canonical },
  };
}

export default async function CatalogPage({ params, searchParams }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("catalog");
  const { search, page: pageValue } = await searchParams;
  const query = readSearchQuery(search);
  const listed = await listCatalogApis({ search: query.text });
  const isGrouped = query.text === "" && new Set(listed.map(findGroup)).size > 1;
  const found = isGrouped ? sortByGroup(listed) : listed;
  const page = findListPage(readPageNumber(pageValue), found.length) ?? notFound();
  const isEmpty = query.text !== "" && !found.length;
  return (
    <Page site={site()} locale={locale} href="/catalog" query={toCatalogQuery(query.text, page.number)}>
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
          <CountLine count={found.length} search={query.text} page={page} />
        </p>
        {query.text && (
          <a className="link py-1" href={catalogPath(locale)}>
            {t("showAll")}
          </a>
        )}
      </div>
      {isEmpty ? (
        <NothingFound words={query.words} locale={locale} />
      ) : (
        <>
          <List entries={found.slice(page.start, page.end)} isGrouped={isGrouped} locale={locale} query={query} />
          <Pagination page={page} locale={locale} search={query.text} />
          <AskUs locale={locale} />
        </>
      )}
      <ForAssistants locale={locale} siteUrl={site().url} className="mt-16" />
    </Page>
  );
}

type ListProps = { entries: ApiCatalogEntry[]; isGrouped: boolean; locale: Locale; query: SearchQuery };

function List({ isGrouped, ...props }: ListProps) {
  if (isGrouped) return <GroupedEntries {...props} />;
  return (
    <div className="mt-6">
      <EntryList {...props} as="h2" />
    </div>
  );
}

async function NothingFound({ words, locale }: { words: string[]; locale: Locale }) {
  const t = await getTranslations("catalog");
  const all = await listCatalogApis({});
  return (
    <>
      <EmptyResult {...(await suggestWords(words, all))} locale={locale} />
      {all.length > 0 && <h2 className="mt-12 mb-6 text-2xl">{t("allTitle")}</h2>}
      <EntryList entries={all.slice(0, entriesPerPage)} locale={locale} query={{ text: "", words: [] }} as="h3" />
      {all.length > entriesPerPage && (
        <p className="mt-10">
          <a className={buttonClass("secondary")} href={catalogPath(locale)}>
            {t("showAllCount", { count: all.length })}
          </a>
        </p>
      )}
    </>
  );
}

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

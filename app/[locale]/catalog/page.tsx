import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { findGroupName, sortByGroup } from "#components/catalog/card-head.tsx";
import {
  AskUsLink,
  CountLine,
  EmptyResult,
  EntryList,
  GroupedEntries,
  NearMatchesNote,
  Pagination,
  SearchBox,
} from "#components/catalog/entry-list.tsx";
import { SearchScripts } from "#components/catalog/page-tools.tsx";
import { catalogPath, toCatalogQuery } from "#components/catalog/paths.ts";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { Page } from "#components/site/page.tsx";
import { buttonClass } from "#components/ui/button.ts";
import type { NearSearch } from "#lib/domain/catalog/rank.ts";
import { entriesPerPage, findListPage, readPageNumber, readSearchQuery } from "#lib/domain/catalog/search.ts";
import { listSignificantWords } from "#lib/domain/catalog/search-words.ts";
import { mapLocales } from "#lib/i18n/locales.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { changesText } from "#lib/i18n/texts.ts";
import { listCatalogApis, searchCatalog } from "#lib/server/catalog/list-catalog-apis.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import type { SitePageProps } from "../../pages.ts";

const suggestionsMax = 4;

export async function generateMetadata({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const { search, page } = await searchParams;
  const { text } = readSearchQuery(search);
  const number = readPageNumber(page);
  const t = await getTranslations({ locale, namespace: "catalog" });
  const list = text ? t("searchTitle", { search: text }) : t("title");
  const title = number > 1 ? t("pageTitle", { title: list, page: number }) : list;
  const metadata = createPageMetadata({ locale, href: "/catalog", title, description: t("description") });
  if (text) return { ...metadata, robots: { index: false, follow: true } };
  return number > 1 ? addPaginatedAlternates(metadata, locale, number) : metadata;
}

/** All languages list the entries in the same order, so page numbers correspond. */
function addPaginatedAlternates(metadata: Metadata, locale: Locale, number: number): Metadata {
  const languages = mapLocales((each) => catalogPath(each, "", number));
  const canonical = languages[locale];
  return {
    ...metadata,
    alternates: { canonical, languages: { ...languages, "x-default": languages.en } },
    openGraph: { ...metadata.openGraph, url: canonical },
  };
}

export default async function CatalogPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations("catalog");
  const { search, page: pageValue } = await searchParams;
  const { text } = readSearchQuery(search);
  const query = { text, words: listSignificantWords(text) };
  const { entries: listed, near } = await searchCatalog({ search: text });
  const isGrouped = query.text === "" && new Set(listed.map(findGroupName)).size > 1;
  const found = isGrouped ? sortByGroup(listed) : listed;
  const page = findListPage(readPageNumber(pageValue), found.length) ?? notFound();
  const list = { entries: found.slice(page.start, page.end), locale, query };
  const isEmpty = query.text !== "" && !found.length;
  return (
    <Page site={await readSite()} locale={locale} href="/catalog" query={toCatalogQuery(query.text, page.number)}>
      <h1 className="text-3xl">{t("title")}</h1>
      <p className="mt-4 mb-8 max-w-prose text-lg text-muted">{t("intro")}</p>
      <SearchBox path={catalogPath(locale)} search={query.text} />
      <SearchScripts />
      <div className="mt-8 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p role="status" data-search-part className="text-lg font-semibold wrap-anywhere">
          <CountLine count={found.length} search={query.text} page={page} />
        </p>
        <p data-search-part>
          {query.text && (
            <a className="link py-1" href={catalogPath(locale)}>
              {t("showAll")}
            </a>
          )}
        </p>
      </div>
      <div data-search-part>
        {near && !isEmpty && <NearMatchesNote near={near} search={text} locale={locale} />}
        {isEmpty ? (
          <NothingFound near={near} search={text} locale={locale} />
        ) : (
          <>
            {isGrouped && <GroupedEntries {...list} />}
            {!isGrouped && (
              <div className="mt-6">
                <EntryList {...list} as="h2" />
              </div>
            )}
            <Pagination page={page} locale={locale} search={query.text} />
            <AskUsLink locale={locale} />
          </>
        )}
      </div>
      <p className="mt-6">
        <a className="link inline-block py-1" href={getPathname({ href: "/changes", locale })}>
          {changesText(locale)("linkCatalog")}
        </a>
      </p>
      <ForAssistants locale={locale} siteUrl={getSiteSettings().url} className="mt-16" />
    </Page>
  );
}

type NothingProps = { near: NearSearch | null; search: string; locale: Locale };

async function NothingFound({ near, search, locale }: NothingProps) {
  const t = await getTranslations("catalog");
  const all = await listCatalogApis({});
  return (
    <>
      <EmptyResult
        leftOut={near?.leftOut ?? []}
        search={search}
        suggestions={await suggestSearches(near?.meant ?? [])}
        locale={locale}
      />
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

async function suggestSearches(meant: string[]) {
  const searches = [...new Set([meant.join(" "), ...meant])].filter(Boolean).slice(0, suggestionsMax);
  const counted = await Promise.all(
    searches.map(async (word) => ({ word, count: (await listCatalogApis({ search: word })).length })),
  );
  return counted.filter(({ count }) => count);
}

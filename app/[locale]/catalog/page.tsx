import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { AskUs, EmptyResult } from "#components/catalog/empty-result.tsx";
import { EntryList } from "#components/catalog/entry-list.tsx";
import { catalogPath } from "#components/catalog/paths.ts";
import { SearchForm } from "#components/catalog/search-form.tsx";
import { Page } from "#components/site/page.tsx";
import { readSearchQuery, searchLengthMax } from "#lib/domain/catalog/search.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";
import { site } from "#lib/server/site.ts";
import { suggestionsFor } from "./suggestions.ts";

type Props = { params: Promise<{ locale: Locale }>; searchParams: Promise<{ search?: string | string[] }> };

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
      {isEmpty && <EmptyResult {...(await suggestionsFor(query.words, shown))} locale={locale} />}
      {isEmpty && shown.length > 0 && <h2 className="mt-12 text-2xl">{t("allTitle")}</h2>}
      <EntryList entries={shown} locale={locale} query={isEmpty ? { text: "", words: [] } : query} />
      {!isEmpty && <AskUs locale={locale} />}
    </Page>
  );
}

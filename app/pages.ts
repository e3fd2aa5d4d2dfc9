import { notFound } from "next/navigation";
import type { Locale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { AppError, onKind } from "#lib/domain/errors.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import type { Href } from "#lib/i18n/paths.ts";
import { getCatalogApi } from "#lib/server/catalog/get-catalog-api.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

/** Query parameters. The value is a list if the URL repeats the parameter. */
export type PageQuery = Record<string, string | string[] | undefined>;

export type SitePageProps<Params = unknown> = {
  params: Promise<{ locale: Locale } & Params>;
  searchParams: Promise<PageQuery>;
};
export type DeskPageProps<Params = unknown> = { params: Promise<Params>; searchParams: Promise<PageQuery> };

type Texts = ReturnType<typeof useTranslations<never>>;
type Key = Parameters<Texts>[0];

/** A page without a description is not indexed. */
export function createMetadata(href: Href, title: Key | ((t: Texts) => string), description?: Key) {
  return async ({ params }: SitePageProps) => {
    const { locale } = await params;
    const t = await getTranslations({ locale });
    const texts = {
      title: typeof title === "string" ? t(title) : title(t),
      description: description && t(description),
    };
    return createPageMetadata({ locale, href, ...texts, isIndexed: description !== undefined });
  };
}

export function createRefusedMetadata(href: Href, title: Key) {
  return createMetadata(href, (t) => t("errors.title", { title: t(title) }));
}

/** Returns a query string with only the named parameters, for the link to the page in the other language. */
export function pickQueryString(query: PageQuery, ...names: string[]): string {
  const kept = names.flatMap((name) => {
    const [value] = [query[name]].flat();
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
}

export async function orNotFound<Found>(get: () => Promise<Found>): Promise<Found> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.kind === "not_found")) notFound();
    throw error;
  }
}

export const getEntry = (slug: string) => orNotFound(() => getCatalogApi({ slug: decodeURIComponent(slug) }));

/** Lists the published entries, or none while the database is unavailable, for pages that work without them. */
export const listPublishedEntries = () => listCatalogApis({}).catch(onKind("unavailable", (): ApiCatalogEntry[] => []));

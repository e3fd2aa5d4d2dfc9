import type { MetadataRoute } from "next";
import { operationSlugs } from "#lib/contract/operations.ts";
import { locales } from "#lib/i18n/locales.ts";
import { getPathnames, type Href } from "#lib/i18n/paths.ts";
import { getSiteSettings } from "#lib/server/site.ts";
import { listPublishedEntries } from "./pages.ts";

export const dynamic = "force-dynamic";

const pages: Href[] = [
  "/",
  "/evaluation",
  "/catalog",
  "/changes",
  "/developers",
  "/contact",
  "/privacy",
  "/accessibility",
  "/security",
  ...[...operationSlugs].map((slug): Href => ({ pathname: "/developers/[slug]", params: { slug } })),
];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const entries = await listPublishedEntries();
  return [
    ...pages.flatMap((href) => listSitemapEntries(href)),
    ...entries.flatMap(({ slug, updatedAt }) =>
      (["/catalog/[slug]", "/catalog/[slug]/changes"] as const).flatMap((pathname) =>
        listSitemapEntries({ pathname, params: { slug } }, updatedAt),
      ),
    ),
  ];
}

function listSitemapEntries(href: Href, lastModified?: string): MetadataRoute.Sitemap {
  const { url } = getSiteSettings();
  const paths = getPathnames(href);
  const absolute = Object.fromEntries(locales.map((locale) => [locale, url + paths[locale]]));
  const languages = { ...absolute, "x-default": href === "/" ? `${url}/` : url + paths.en };
  return locales.map((locale) => ({ url: url + paths[locale], lastModified, alternates: { languages } }));
}

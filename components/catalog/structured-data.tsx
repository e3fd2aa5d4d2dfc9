import type { Locale } from "next-intl";
import { localizeEntry } from "#lib/domain/catalog/localize-entry.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { toPlainText } from "#lib/markdown/plain.ts";
import { catalogPath, entryPath } from "./paths.ts";

type Site = { name: string; url: string };
type Props = { entry: ApiCatalogEntry; locale: Locale; site: Site; catalogTitle: string };

/** Describes the API to search engines: a breadcrumb and an article. */
export function toStructuredData({ entry, locale, site, catalogTitle }: Props): object {
  const { title, ...texts } = localizeEntry(entry, locale);
  const description = toPlainText(texts.description);
  const catalog = site.url + catalogPath(locale);
  const url = site.url + entryPath(entry.slug, locale);
  const organization = { "@type": "Organization", name: site.name, url: site.url };
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: catalogTitle, item: catalog },
          { "@type": "ListItem", position: 2, name: title, item: url },
        ],
      },
      {
        "@type": "TechArticle",
        headline: title,
        description,
        url,
        inLanguage: locale,
        dateModified: entry.updatedAt,
        author: organization,
        publisher: organization,
        about: {
          "@type": "WebAPI",
          name: title,
          description,
          url,
          provider: organization,
          documentation: entry.docsUrl ?? url,
        },
      },
    ],
  };
}

import type { Locale } from "next-intl";
import { contactFields } from "#lib/domain/submissions/core/schema.ts";
import { getPathname, type Href } from "#lib/i18n/paths.ts";

export function entryHref(slug: string) {
  return { pathname: "/catalog/[slug]", params: { slug } } satisfies Href;
}

export function entryPath(slug: string, locale: Locale, search = ""): string {
  return getPathname({ href: entryHref(slug), locale }) + formatQuery({ search });
}

export function catalogPath(locale: Locale, search = "", page = 1): string {
  return getPathname({ href: "/catalog", locale }) + toCatalogQuery(search, page);
}

export function toCatalogQuery(search: string, page: number): string {
  return formatQuery({ search, page: page > 1 ? String(page) : "" });
}

export function downloadPath(slug: string, locale: Locale): string {
  return getPathname({ href: { pathname: "/catalog/[slug]/spec.json", params: { slug } }, locale });
}

export function toChangesHref(slug: string) {
  return { pathname: "/catalog/[slug]/changes", params: { slug } } satisfies Href;
}

export function changesPath(slug: string, locale: Locale): string {
  return getPathname({ href: toChangesHref(slug), locale });
}

/** Path of the document that was published in a version. */
export function documentPath(slug: string, locale: Locale, version: number): string {
  return `${downloadPath(slug, locale)}?version=${version}`;
}

export function topicContactPath(locale: Locale, slug = ""): string {
  const topic = contactFields.topic.safeParse(slug).success ? slug : "";
  return `${getPathname({ href: "/contact", locale })}${topic && `?topic=${topic}`}`;
}

function formatQuery(values: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return query.size ? `?${query}` : "";
}

import type { Locale } from "next-intl";
import { contactFields } from "#lib/domain/submissions/schema.ts";
import { getPathname, type Href } from "#lib/i18n/paths.ts";

export function entryHref(slug: string) {
  return { pathname: "/catalog/[slug]", params: { slug } } satisfies Href;
}

/** With `search`, the page marks the matches. */
export function entryPath(slug: string, locale: Locale, search = ""): string {
  return withSearch(getPathname({ href: entryHref(slug), locale }), search);
}

export function catalogPath(locale: Locale, search = ""): string {
  return withSearch(getPathname({ href: "/catalog", locale }), search);
}

export function downloadPath(slug: string, locale: Locale): string {
  return getPathname({ href: { pathname: "/catalog/[slug]/spec.json", params: { slug } }, locale });
}

/** The contact form, with the slug as topic if it is a valid topic. */
export function askPath(locale: Locale, slug = ""): string {
  const topic = contactFields.topic.safeParse(slug).success ? slug : "";
  return `${getPathname({ href: "/contact", locale })}${topic && `?topic=${topic}`}`;
}

function withSearch(path: string, search: string): string {
  return search ? `${path}?${new URLSearchParams({ search })}` : path;
}

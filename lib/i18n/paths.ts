import { type Locale, locales, mapLocales } from "./locales.ts";
import { type Pathname, routing } from "./routing.ts";

type Parametrized = Extract<Pathname, `${string}[${string}`>;

/** A page, whatever its language. */
export type Href = Exclude<Pathname, Parametrized> | { pathname: Parametrized; params: { slug: string } };

/** Does not use next-intl's getPathname, because it would load a link component on every page. */
export function getPathname({ href, locale }: { href: Href; locale: Locale }): string {
  const { pathname, params } = typeof href === "string" ? { pathname: href, params: { slug: "" } } : href;
  const localized: string | Record<Locale, string> = routing.pathnames[pathname];
  const template = typeof localized === "string" ? localized : localized[locale];
  return `/${locale}${template === "/" ? "" : template.replace("[slug]", encodeURIComponent(params.slug))}`;
}

export function getPathnames(href: Href): Record<Locale, string> {
  return mapLocales((locale) => getPathname({ href, locale }));
}

export type Address = {
  name: Pathname;
  locale: Locale;
  /** The slug as it stands in the path. */
  slug: string;
};

const addresses = new Map<string, Address>();
const patterns: { pattern: RegExp; name: Parametrized; locale: Locale }[] = [];
for (const name of Object.keys(routing.pathnames) as Pathname[]) {
  for (const locale of locales) {
    if (isParametrized(name)) {
      const path = getPathname({ href: { pathname: name, params: { slug: "-slug-" } }, locale });
      patterns.push({ pattern: new RegExp(`^${path.replace("-slug-", "([^/]+)")}$`), name, locale });
    } else addresses.set(getPathname({ href: name, locale }), { name, locale, slug: "" });
  }
}

function isParametrized(name: Pathname): name is Parametrized {
  return name.includes("[");
}

/** Returns undefined for any other spelling of a path. */
export function findAddress(path: string): Address | undefined {
  const known = addresses.get(path);
  if (known) return known;
  for (const { pattern, ...rest } of patterns) {
    const slug = pattern.exec(path)?.[1];
    if (slug !== undefined) return { ...rest, slug };
  }
  return undefined;
}

export function isFormAddress(path: string): boolean {
  return findAddress(path)?.name.endsWith("/send") ?? false;
}

const feedsOfCatalog = { "application/atom+xml": "/changes.atom", "application/feed+json": "/changes.json" } as const;

/** Addresses of the feeds of the catalog, or of an entry, by their media types. */
export function getFeedPaths(locale: Locale, slug = "") {
  const toHref = (name: "/changes.atom" | "/changes.json"): Href =>
    slug ? { pathname: `/catalog/[slug]${name}`, params: { slug } } : name;
  const paths = Object.entries(feedsOfCatalog).map(([type, name]) => [
    type,
    getPathname({ href: toHref(name), locale }),
  ]);
  return Object.fromEntries(paths) as Record<keyof typeof feedsOfCatalog, string>;
}

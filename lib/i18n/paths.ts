import { type Locale, locales } from "#lib/domain/locale.ts";
import { type Pathname, routing } from "./routing.ts";

type Parametrized = Extract<Pathname, `${string}[${string}`>;

/** A page, independent of the language: its internal path, with parameters where it has some. */
export type Href = Exclude<Pathname, Parametrized> | { pathname: Parametrized; params: { slug: string } };

/**
 * The address of a page in a language, without the origin. next-intl's own function of this name comes with a link
 * component that every page would load.
 */
export function getPathname({ href, locale }: { href: Href; locale: Locale }): string {
  const { pathname, params } = typeof href === "string" ? { pathname: href, params: { slug: "" } } : href;
  const localized: string | Record<Locale, string> = routing.pathnames[pathname];
  const template = typeof localized === "string" ? localized : localized[locale];
  return `/${locale}${template === "/" ? "" : template.replace("[slug]", encodeURIComponent(params.slug))}`;
}

export function getPathnames(href: Href): Record<Locale, string> {
  return { en: getPathname({ href, locale: "en" }), es: getPathname({ href, locale: "es" }) };
}

/** For a page that is made at build, once in each language. */
export function staticLocales() {
  return locales.map((locale) => ({ locale }));
}

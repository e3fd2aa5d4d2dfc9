import { type Locale, locales } from "#lib/domain/locale.ts";
import { type Pathname, routing } from "./routing.ts";

type Parametrized = Extract<Pathname, `${string}[${string}`>;

/** A page, independent of the language. */
export type Href = Exclude<Pathname, Parametrized> | { pathname: Parametrized; params: { slug: string } };

/**
 * Without the origin. next-intl's own getPathname would bring a link component into every page.
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

/** For generateStaticParams. */
export function staticLocales() {
  return locales.map((locale) => ({ locale }));
}

import { defineRouting } from "next-intl/routing";
import { type Locale, locales, mapLocales } from "./locales.ts";

// The cookie lasts a year, so that the visitor's choice of language outlives the browser session.
const localeCookie = { name: "locale", maxAge: 365 * 24 * 60 * 60 };

export function formatLocaleCookie(locale: Locale, siteUrl: string): string {
  const secure = siteUrl.startsWith("https:") ? "; Secure" : "";
  return `${localeCookie.name}=${locale}; Path=/; Max-Age=${localeCookie.maxAge}; SameSite=Lax${secure}`;
}

export const routing = defineRouting({
  locales,
  defaultLocale: "en",
  localePrefix: "always",
  localeCookie,
  // Turns off the Link header with translations, because error pages would get it, too. createPageMetadata links them
  // instead.
  alternateLinks: false,
  pathnames: {
    "/": "/",
    "/evaluation": { en: "/evaluation", es: "/evaluacion" },
    "/evaluation/send": { en: "/evaluation/send", es: "/evaluacion/enviar" },
    "/evaluation/refused": { en: "/evaluation/refused", es: "/evaluacion/rechazada" },
    "/evaluation/result": { en: "/evaluation/result", es: "/evaluacion/resultado" },
    "/evaluation/booking/send": { en: "/evaluation/booking/send", es: "/evaluacion/cita/enviar" },
    "/evaluation/booking.ics": { en: "/evaluation/booking.ics", es: "/evaluacion/cita.ics" },
    "/evaluation/reminder": { en: "/evaluation/reminder", es: "/evaluacion/recordatorio" },
    "/evaluation/reminder/send": { en: "/evaluation/reminder/send", es: "/evaluacion/recordatorio/enviar" },
    "/evaluation/share/send": { en: "/evaluation/share/send", es: "/evaluacion/compartir/enviar" },
    "/evaluation/shared": { en: "/evaluation/shared", es: "/evaluacion/compartida" },
    "/contact": { en: "/contact", es: "/contacto" },
    "/contact/send": { en: "/contact/send", es: "/contacto/enviar" },
    "/contact/refused": { en: "/contact/refused", es: "/contacto/rechazada" },
    "/contact/sent": { en: "/contact/sent", es: "/contacto/enviada" },
    "/catalog": { en: "/catalog", es: "/catalogo" },
    "/catalog/[slug]": { en: "/catalog/[slug]", es: "/catalogo/[slug]" },
    "/catalog/[slug]/spec.json": { en: "/catalog/[slug]/spec.json", es: "/catalogo/[slug]/spec.json" },
    "/catalog/[slug]/changes": { en: "/catalog/[slug]/changes", es: "/catalogo/[slug]/cambios" },
    "/catalog/[slug]/changes.atom": { en: "/catalog/[slug]/changes.atom", es: "/catalogo/[slug]/cambios.atom" },
    "/catalog/[slug]/changes.json": { en: "/catalog/[slug]/changes.json", es: "/catalogo/[slug]/cambios.json" },
    "/changes": { en: "/changes", es: "/cambios" },
    "/changes.atom": { en: "/changes.atom", es: "/cambios.atom" },
    "/changes.json": { en: "/changes.json", es: "/cambios.json" },
    "/changes/subscription": { en: "/changes/subscription", es: "/cambios/suscripcion" },
    "/changes/subscription/send": { en: "/changes/subscription/send", es: "/cambios/suscripcion/enviar" },
    "/consent": { en: "/consent", es: "/consentimiento" },
    "/consent/send": { en: "/consent/send", es: "/consentimiento/enviar" },
    "/consent/refused": { en: "/consent/refused", es: "/consentimiento/rechazado" },
    "/consent/done": { en: "/consent/done", es: "/consentimiento/listo" },
    "/privacy": { en: "/privacy", es: "/privacidad" },
    "/accessibility": { en: "/accessibility", es: "/accesibilidad" },
    "/security": { en: "/security", es: "/seguridad" },
    "/developers": { en: "/developers", es: "/desarrolladores" },
    "/developers/[slug]": { en: "/developers/[slug]", es: "/desarrolladores/[slug]" },
  },
});

export type Pathname = keyof typeof routing.pathnames;

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

export type PageAddress = {
  name: Pathname;
  locale: Locale;
  /** The slug as written in the path, not decoded. */
  slug: string;
};

const addresses = new Map<string, PageAddress>();
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
export function findPageAddress(path: string): PageAddress | undefined {
  const known = addresses.get(path);
  if (known) return known;
  for (const { pattern, ...rest } of patterns) {
    const slug = pattern.exec(path)?.[1];
    if (slug !== undefined) return { ...rest, slug };
  }
  return undefined;
}

/** Forms, feeds and downloads, which lib/http/site-routes answers. All other addresses are pages. */
export function isRouteAddress({ name }: PageAddress): boolean {
  return /(\/send|\.\w+)$/.test(name);
}

export function isFormAddress(path: string): boolean {
  return findPageAddress(path)?.name.endsWith("/send") ?? false;
}

const feedsOfCatalog = { "application/atom+xml": "/changes.atom", "application/feed+json": "/changes.json" } as const;

/** Returns the paths of the catalog's feeds, or of an entry's with its slug. The keys are media types. */
export function getFeedPaths(locale: Locale, slug = "") {
  const toHref = (name: "/changes.atom" | "/changes.json"): Href =>
    slug ? { pathname: `/catalog/[slug]${name}`, params: { slug } } : name;
  const paths = Object.entries(feedsOfCatalog).map(([type, name]) => [
    type,
    getPathname({ href: toHref(name), locale }),
  ]);
  return Object.fromEntries(paths) as Record<keyof typeof feedsOfCatalog, string>;
}

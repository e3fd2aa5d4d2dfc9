import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Logo } from "#components/ui/part-piece.tsx";
import { toWhatsAppUrl } from "#lib/domain/company.ts";
import { languageNames, locales } from "#lib/i18n/locales.ts";
import { formatLocaleCookie, getPathname, getPathnames, type Href } from "#lib/i18n/paths.ts";
import { Footer, type SiteProps } from "./footer.tsx";

type Props = {
  site: SiteProps;
  locale: Locale;
  href: Href;
  query?: string;
  isWide?: boolean;
  children: ReactNode;
};

export async function Page({ site, locale, href, query = "", isWide = false, children }: Props) {
  const t = await getTranslations({ locale, namespace: "site" });
  return (
    <>
      <a
        href="#content"
        className="on-band link absolute top-2 left-2 z-10 -translate-y-20 rounded-sm bg-surface px-4 py-2 focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <Header site={site} locale={locale} paths={getPathnames(href)} query={query} />
      <main id="content" tabIndex={-1} className={isWide ? "grow" : "page grow py-10 sm:py-14"}>
        {children}
      </main>
      <Footer site={site} locale={locale} />
    </>
  );
}

type HeaderProps = { site: SiteProps; locale: Locale; paths: Record<Locale, string>; query: string };

const menu = [
  ["navEvaluation", "/evaluation"],
  ["navCatalog", "/catalog"],
  ["navContact", "/contact"],
] as const;

async function Header({ site, locale, paths, query }: HeaderProps) {
  const t = await getTranslations({ locale, namespace: "site" });
  const tReach = await getTranslations({ locale, namespace: "reach" });
  const { whatsApp } = site.company[locale];
  const here = paths[locale];
  const home = getPathname({ href: "/", locale });
  // Narrow screens show only the first words of the text, but screen readers read all of it.
  const long = (words: ReactNode) => <span className="max-sm:sr-only">{words}</span>;
  return (
    <header>
      {site.isDemonstration && (
        <p className="bg-accent-soft px-4 py-1 text-center text-sm forced-colors:border-b">
          {t.rich("demonstration", { long })}
        </p>
      )}
      <div className="on-band bg-band forced-colors:border-b">
        <div className="page flex flex-wrap items-center gap-x-6 py-2 sm:py-3">
          <a
            href={home}
            aria-current={here === home ? "page" : undefined}
            className="flex min-h-11 min-w-40 flex-1 basis-0 items-center gap-2.5 rounded-sm"
          >
            <Logo />
            <span className="min-w-0 font-display text-xl leading-tight font-bold tracking-tight wrap-anywhere">
              {site.name}
            </span>
          </a>
          <nav aria-label={t("menu")} className="order-last -mx-3 w-full sm:order-none sm:mx-0 sm:w-auto print:hidden">
            <ul className="flex flex-wrap font-medium sm:gap-x-1">
              {menu.map(([name, href]) => {
                const path = getPathname({ href, locale });
                return (
                  <li key={name}>
                    <a
                      href={path}
                      aria-current={path === here ? "page" : here.startsWith(`${path}/`) ? "true" : undefined}
                      className="flex min-h-11 items-center rounded-sm px-3 text-sm decoration-accent decoration-3 underline-offset-8 hover:underline aria-[current]:underline"
                    >
                      <span>{t.rich(name, { long })}</span>
                    </a>
                  </li>
                );
              })}
              {whatsApp && (
                <li>
                  <a
                    href={toWhatsAppUrl(whatsApp, tReach("hello"))}
                    className="flex min-h-11 items-center rounded-sm px-3 text-sm decoration-accent decoration-3 underline-offset-8 hover:underline"
                  >
                    {tReach("whatsApp")}
                  </a>
                </li>
              )}
            </ul>
          </nav>
          {locales
            .filter((other) => other !== locale)
            .map((other) => (
              <LanguageLink
                key={other}
                href={paths[other] + query}
                locale={other}
                siteUrl={site.url}
                label={languageNames[other]}
              />
            ))}
        </div>
      </div>
      <div className="lace [--lace:var(--band)] print:hidden" aria-hidden="true" />
    </header>
  );
}

type LinkProps = { href: string; locale: Locale; siteUrl: string; label: string };

/** A link to the page in another language. On a click, lib/browser/page-script.ts stores the language cookie. */
function LanguageLink({ href, locale, siteUrl, label }: LinkProps) {
  return (
    <a
      href={href}
      hrefLang={locale}
      lang={locale}
      data-cookie={formatLocaleCookie(locale, siteUrl)}
      className="flex min-h-11 items-center rounded-full border border-edge px-4 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      {label}
    </a>
  );
}

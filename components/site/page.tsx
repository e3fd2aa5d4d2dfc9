import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Href, pathsOf } from "#lib/i18n/paths.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { SiteProps } from "./site-props.ts";

type Props = {
  site: SiteProps;
  locale: Locale;
  /** Where this page is: the language switch leads to it in the other language. */
  href: Href;
  /** What of its own query the page is nothing without. */
  query?: string;
  /** The page lays out its own sections, from edge to edge. */
  isWide?: boolean;
  children: ReactNode;
};

/** What every page has around it. */
export async function Page({ site, locale, href, query = "", isWide = false, children }: Props) {
  const t = await getTranslations({ locale, namespace: "site" });
  return (
    <>
      <a
        href="#content"
        className="link absolute top-2 left-2 z-10 -translate-y-20 rounded-sm bg-surface px-4 py-2 focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <Header site={site} locale={locale} paths={pathsOf(href)} query={query} />
      <main id="content" tabIndex={-1} className={isWide ? "grow" : "page grow py-10 sm:py-14"}>
        {children}
      </main>
      <Footer site={site} locale={locale} />
    </>
  );
}

import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getPathname } from "#lib/i18n/paths.ts";
import { LanguageLink } from "./language-link.tsx";
import { Logo } from "./logo.tsx";
import type { SiteProps } from "./site-props.ts";

type Props = { site: SiteProps; locale: Locale; paths: Record<Locale, string>; query: string };

const links = [
  ["navEvaluation", "/evaluation"],
  ["navCatalog", "/catalog"],
  ["navContact", "/contact"],
] as const;

export async function Header({ site, locale, paths, query }: Props) {
  const t = await getTranslations({ locale, namespace: "site" });
  const other = locale === "en" ? "es" : "en";
  const here = paths[locale];
  const home = getPathname({ href: "/", locale });
  // Narrow screens show the first words; the name stays whole for whoever hears it.
  const long = (words: ReactNode) => <span className="max-sm:sr-only">{words}</span>;
  return (
    <header>
      <div className="on-band bg-band">
        <div className="page flex flex-wrap items-center gap-x-6 py-2 sm:py-3">
          <a
            href={home}
            aria-current={here === home ? "page" : undefined}
            className="mr-auto flex min-h-11 items-center gap-2.5 rounded-sm"
          >
            <Logo />
            <span className="font-display text-xl font-bold tracking-tight">{site.name}</span>
          </a>
          <nav aria-label={t("menu")} className="order-last -mx-3 w-full sm:order-none sm:mx-0 sm:w-auto print:hidden">
            <ul className="flex flex-wrap font-medium sm:gap-x-1">
              {links.map(([name, href]) => {
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
            </ul>
          </nav>
          <LanguageLink href={paths[other] + query} locale={other} label={t("switchTo")} />
        </div>
      </div>
      <div className="lace [--lace:var(--band)] print:hidden" aria-hidden="true" />
    </header>
  );
}

import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { getPathname } from "#lib/i18n/paths.ts";
import { Logo } from "./logo.tsx";
import type { SiteProps } from "./site-props.ts";

type Props = { site: SiteProps; locale: Locale };

export async function Footer({ site, locale }: Props) {
  const t = await getTranslations({ locale, namespace: "site" });
  const path = (href: "/evaluation" | "/contact" | "/catalog" | "/privacy") => getPathname({ href, locale });
  const columns = [
    {
      title: t("footerStart"),
      links: [
        [t("evaluation"), path("/evaluation")],
        [t("contact"), path("/contact")],
        [site.contactEmail, `mailto:${site.contactEmail}`],
      ],
    },
    {
      title: t("footerBuild"),
      links: [
        [t("catalogLink"), path("/catalog")],
        [t("contractLink"), "/api/openapi.json"],
      ],
    },
    { title: t("footerPrivacy"), links: [[t("privacy"), path("/privacy")]] },
  ];
  return (
    <footer className="mt-auto print:hidden">
      <div className="lace rotate-180 [--lace:var(--band)]" aria-hidden="true" />
      <div className="on-band bg-band">
        <div className="page grid gap-x-10 gap-y-8 pt-8 pb-10 text-sm sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
          <div className="sm:col-span-3 lg:col-span-1">
            <p className="flex items-center gap-2.5 font-display text-lg font-bold">
              <Logo />
              {site.name}
            </p>
            <p className="mt-3 max-w-72 text-muted">{t("tagline")}</p>
          </div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
              <ul className="mt-1">
                {links.map(([text, href]) => (
                  <li key={href}>
                    <a
                      className="inline-block py-1.5 break-words underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent"
                      href={href}
                    >
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </footer>
  );
}

import { type Locale, useTranslations } from "next-intl";
import { Logo } from "#components/ui/part-piece.tsx";
import { type Company, toPhoneUrl, toWhatsAppUrl } from "#lib/domain/company.ts";
import { getPathname, type Href } from "#lib/i18n/paths.ts";
import { CompanyIdentity } from "./reach.tsx";

export type SiteProps = {
  name: string;
  url: string;
  contactEmail: string;
  company: Record<Locale, Company>;
  isDemonstration: boolean;
};

type Props = { site: SiteProps; locale: Locale };

export function Footer({ site, locale }: Props) {
  const t = useTranslations("site");
  const tReach = useTranslations("reach");
  const company = site.company[locale];
  const { phone, whatsApp } = company;
  const toPath = (href: Href) => getPathname({ href, locale });
  const columns = [
    {
      title: t("footerStart"),
      links: [
        [t("evaluation"), toPath("/evaluation")],
        [t("contact"), toPath("/contact")],
        [site.contactEmail, `mailto:${site.contactEmail}`],
        ...(phone ? [[withNoBreakSpaces(phone), toPhoneUrl(phone)]] : []),
        ...(whatsApp
          ? [[`${tReach("whatsApp")} ${withNoBreakSpaces(whatsApp)}`, toWhatsAppUrl(whatsApp, tReach("hello"))]]
          : []),
      ],
    },
    {
      title: t("footerBuild"),
      links: [
        [t("catalogLink"), toPath("/catalog")],
        [t("developers"), toPath("/developers")],
      ],
    },
    {
      title: t("footerAbout"),
      links: [
        [t("privacy"), toPath("/privacy")],
        [t("security"), toPath("/security")],
        [t("accessibility"), toPath("/accessibility")],
        ...company.policies.map(({ title, url }) => [title, url]),
      ],
    },
  ];
  return (
    <footer className="mt-auto">
      <PrintedFooter site={site} company={company} />
      <div className="lace rotate-180 [--lace:var(--band)] print:hidden" aria-hidden="true" />
      <div className="on-band bg-band forced-colors:border-t print:hidden">
        <div className="page grid gap-x-10 gap-y-8 pt-8 pb-10 text-sm sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
          <div className="sm:col-span-3 lg:col-span-1">
            <p className="flex items-center gap-2.5 font-display text-lg font-bold">
              <Logo />
              {site.name}
            </p>
            <p className="mt-3 max-w-72 text-muted">{company.headline}</p>
            {company.region && <p className="mt-2 max-w-72 text-muted">{company.region}</p>}
            <CompanyIdentity company={company} className="mt-4 text-muted" />
          </div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
              <ul className="footer-links mt-1">
                {links.map(([text, href]) => (
                  <li key={`${text} ${href}`}>
                    <a href={href}>{text}</a>
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

function withNoBreakSpaces(number: string): string {
  return number.replaceAll(" ", "\u00a0");
}

function PrintedFooter({ site, company }: { site: SiteProps; company: Company }) {
  const t = useTranslations("reach");
  const { phone, whatsApp, hours } = company;
  return (
    <div className="page hidden pb-2 text-sm print:block">
      <p className="border-t border-line pt-3">
        {[site.name, site.url, site.contactEmail, phone, whatsApp && `${t("whatsApp")} ${whatsApp}`, hours]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <CompanyIdentity company={company} className="mt-1" />
    </div>
  );
}

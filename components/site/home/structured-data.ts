import type { Company } from "#lib/domain/company.ts";
import { locales } from "#lib/i18n/locales.ts";

type Site = { name: string; url: string; contactEmail: string };
type Props = { site: Site; company: Company; logoPath: string };

/** Describes the company and its site to search engines. */
export function toStructuredData({ site: { name, url, contactEmail }, company, logoPath }: Props): object {
  const organization = `${url}/#organization`;
  const { legalName, taxId: taxID, phone: telephone, address } = company;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        "@id": organization,
        name,
        legalName,
        taxID,
        url: `${url}/`,
        logo: url + logoPath,
        email: contactEmail,
        telephone,
        address: address && {
          "@type": "PostalAddress",
          streetAddress: address.street,
          postalCode: address.postalCode,
          addressLocality: address.city,
          addressRegion: address.region,
          addressCountry: address.country,
        },
        knowsLanguage: locales,
        areaServed: ["Mexico", "Central America"],
      },
      {
        "@type": "WebSite",
        "@id": `${url}/#website`,
        name,
        url: `${url}/`,
        inLanguage: locales,
        publisher: { "@id": organization },
      },
    ],
  };
}

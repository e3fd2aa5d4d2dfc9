import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Company } from "#lib/domain/company.ts";
import { locales } from "#lib/i18n/locales.ts";

type Props = { company: Company };

export function Clients({ company: { clients } }: Props) {
  const t = useTranslations("home");
  if (!clients.length) return null;
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="clients">
      <h2 id="clients" className="font-sans text-sm font-semibold tracking-normal text-muted">
        {t("clients")}
      </h2>
      <ul className="mt-3 flex flex-wrap items-baseline gap-x-9 gap-y-2 font-display text-xl font-bold tracking-tight">
        {clients.map(({ name, url }) => (
          <li key={name} className="wrap-anywhere">
            <Linked url={url}>{name}</Linked>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Cases({ company: { cases } }: Props) {
  const t = useTranslations("home");
  if (!cases.length) return null;
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="cases">
      <h2 id="cases" className="text-2xl">
        {t("cases")}
      </h2>
      <ul className="mt-8 flex flex-wrap gap-4">
        {cases.map((each) => (
          <li
            key={each.id}
            className="flex grow basis-full flex-col rounded-lg border border-line bg-surface p-6 sm:p-8 md:basis-[calc(50%-1rem)]"
          >
            <p className="text-sm text-muted">{[each.client, each.year].filter(Boolean).join(" · ")}</p>
            <h3 className="mt-1 text-xl">{each.title}</h3>
            <p className="mt-3 mb-6 max-w-prose">{each.text}</p>
            <Figures figures={each.figures} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ figures }: Pick<Company["cases"][number], "figures">) {
  const format = useFormatter();
  return (
    <dl className="mt-auto flex flex-wrap gap-x-10 gap-y-4">
      {figures.map(({ value, percent, label }) => (
        <div key={label} className="flex max-w-48 flex-col-reverse justify-end">
          <dt className="mt-1 text-sm text-muted">{label}</dt>
          <dd className="font-display text-2xl leading-none font-bold tracking-tight text-on-warm">
            {percent
              ? format.number(value / 100, { style: "percent", maximumFractionDigits: 1 })
              : format.number(value, { maximumFractionDigits: 2 })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Team({ company: { team } }: Props) {
  const t = useTranslations("home");
  if (!team.length) return null;
  return (
    <section className="page pt-16 sm:pt-24" aria-labelledby="team">
      <h2 id="team" className="text-2xl">
        {t("team")}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {team.map(({ id, name, url, role }) => (
          <li key={id} className="flex items-center gap-4">
            <span
              className="grid size-14 shrink-0 place-content-center rounded-full bg-primary-soft font-display text-lg font-bold text-primary forced-colors:border"
              aria-hidden="true"
            >
              {toInitials(name)}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">
                <Linked url={url}>{name}</Linked>
              </span>
              <span className="block text-sm text-muted">{role}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the initials of the first two capitalized words: "Ana de la Cruz" becomes "AC". */
function toInitials(name: string): string {
  const capitals = name.split(/\s+/).flatMap((word) => /^\p{Lu}/u.exec(word)?.[0] ?? []);
  return capitals.slice(0, 2).join("");
}

function Linked({ url, children }: { url: string | undefined; children: ReactNode }) {
  if (!url) return children;
  return (
    <a className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent" href={url}>
      {children}
    </a>
  );
}

type Site = { name: string; url: string; contactEmail: string };
type DataProps = { site: Site; company: Company; logoPath: string };

export function toCompanyData({ site: { name, url, contactEmail }, company, logoPath }: DataProps): object {
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

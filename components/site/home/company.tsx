import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Picture } from "#components/ui/picture.tsx";
import { Section } from "#components/ui/section.tsx";
import type { Company } from "#lib/domain/company.ts";
import { locales } from "#lib/i18n/locales.ts";

type Props = { company: Company };

const card = "flex min-w-0 flex-col rounded-lg border border-line bg-surface p-6 wrap-anywhere sm:p-8";

/** Lets the last card span both columns if the number of cards is odd, so that the last row has no gap. */
const inPairs = "mt-8 grid gap-4 md:grid-cols-2 md:[&>li:last-child:nth-child(odd)]:col-span-2";

const nameTile =
  "grid min-h-24 place-items-center rounded-md border border-line bg-surface p-4 text-center font-display text-lg leading-tight font-bold tracking-tight wrap-anywhere";
/** Light in both themes, and with forced colours: most logos are drawn for white paper. */
const logoTile =
  "grid min-h-24 place-items-center rounded-md border border-line bg-surface p-4 dark:bg-ink forced-color-adjust-none [&_img]:mix-blend-multiply";

export function Clients({ company: { clients } }: Props) {
  const t = useTranslations("home");
  if (!clients.length) return null;
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="clients">
      <h2 id="clients" className="font-sans text-sm font-semibold tracking-normal text-muted">
        {t("clients")}
      </h2>
      <ul className="mt-4 grid auto-rows-fr grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-3">
        {clients.map(({ name, url, logo }) => (
          <li key={name} className={logo ? logoTile : nameTile}>
            <OptionalLink url={url}>
              {logo ? <Picture file={logo} alt={name} sizes="160px" className="h-14 w-32 object-contain" /> : name}
            </OptionalLink>
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
    <Section id="cases" title={t("cases")} className="page pb-16 sm:pb-24">
      <ul className={cases.some(({ picture }) => picture) ? "mt-8 grid gap-4" : inPairs}>
        {cases.map(({ client, year, title, text, figures, picture }) => (
          <li key={title} className={`${card} @container`}>
            <div className="flex grow flex-col gap-6 @2xl:grid @2xl:grid-cols-2 @2xl:gap-x-10">
              {picture && (
                <Picture
                  {...picture}
                  sizes="(min-width: 48rem) 33rem, 100vw"
                  className="aspect-video w-full self-start rounded-md object-cover @2xl:row-span-2"
                />
              )}
              <div>
                <p className="text-sm text-muted">{[client, year].filter(Boolean).join(" · ")}</p>
                <h3 className="mt-1 text-xl">{title}</h3>
                <p className="mt-3 max-w-prose whitespace-pre-line">{text}</p>
              </div>
              <CaseFigures figures={figures} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** If the figures have more characters in total, they stand in a column, so that none breaks across lines. */
const rowCharactersMax = 20;

function CaseFigures({ figures }: Pick<Company["cases"][number], "figures">) {
  const fitsInRow = figures.map(({ value }) => value).join("").length <= rowCharactersMax;
  return (
    <div className="@container mt-auto border-t border-line pt-5">
      <dl className={`grid gap-x-8 gap-y-4 ${fitsInRow ? "@md:grid-flow-col @md:[&_dd]:wrap-normal" : ""}`}>
        {figures.map(({ value, label }) => (
          <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="mt-1 text-sm text-muted">{label}</dt>
            <dd className="font-display text-2xl leading-none font-bold tracking-tight text-on-warm">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function Quotes({ company: { quotes } }: Props) {
  const t = useTranslations("home");
  if (!quotes.length) return null;
  return (
    <Section id="quotes" title={t("quotes")} className="page pb-16 sm:pb-24">
      <ul className={inPairs}>
        {quotes.map(({ name, role, text }) => (
          <li key={`${name} ${text}`} className={card}>
            <figure className="flex grow flex-col">
              <blockquote className="max-w-prose text-lg whitespace-pre-line">{text}</blockquote>
              <figcaption className="mt-auto pt-5">
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm text-muted">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const portrait =
  "size-16 shrink-0 rounded-full bg-primary-soft font-display text-lg font-bold text-primary forced-colors:border";

export function Team({ company: { team } }: Props) {
  const t = useTranslations("home");
  if (!team.length) return null;
  return (
    <Section id="team" title={t("team")} className="page pt-16 sm:pt-24">
      <ul className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {team.map(({ name, url, role, photo }) => (
          <li key={name} className="flex items-start gap-4">
            {photo ? (
              <Picture file={photo} alt="" sizes="64px" className={`${portrait} object-cover`} />
            ) : (
              <span className={`${portrait} grid place-content-center`} aria-hidden="true">
                {toInitials(name)}
              </span>
            )}
            <span className="min-w-0 pt-1 wrap-anywhere">
              <span className="block font-semibold">
                <OptionalLink url={url}>{name}</OptionalLink>
              </span>
              <span className="block text-sm text-muted">{role}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Questions({ company: { questions } }: Props) {
  const t = useTranslations("home");
  if (!questions.length) return null;
  return (
    <Section id="questions" title={t("questions")} className="page pt-16 sm:pt-24">
      <dl className="mt-8 max-w-3xl border-t border-line">
        {questions.map(({ question, answer }) => (
          <div key={question} className="border-b border-line py-5 wrap-anywhere">
            <dt className="font-display text-lg font-bold">{question}</dt>
            <dd className="mt-2 max-w-prose whitespace-pre-line">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Returns the initials of the first two capitalized words: "Ana de la Cruz" becomes "AC". */
function toInitials(name: string): string {
  const capitals = name.split(/\s+/).flatMap((word) => /^\p{Lu}/u.exec(word)?.[0] ?? []);
  return capitals.slice(0, 2).join("");
}

function OptionalLink({ url, children }: { url: string | undefined; children: ReactNode }) {
  if (!url) return children;
  return (
    <a className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent" href={url}>
      {children}
    </a>
  );
}

type Site = { name: string; url: string; contactEmail: string };
type DataProps = { site: Site; company: Company; logoPath: string };

export function toCompanyStructuredData({ site: { name, url, contactEmail }, company, logoPath }: DataProps): object {
  const organization = `${url}/#organization`;
  const { legalName, taxId: taxID, phone: telephone, address, region: areaServed } = company;
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
        areaServed,
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

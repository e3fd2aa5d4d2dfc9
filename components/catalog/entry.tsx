import { type Locale, useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Section } from "#components/ui/section.tsx";
import { findMatchPlaces } from "#lib/domain/catalog/matches.ts";
import { toApiReference } from "#lib/domain/catalog/reference/reference.ts";
import { type ApiCatalogEntry, localizeEntry } from "#lib/domain/catalog/schema.ts";
import type { MatchPlace, SearchQuery } from "#lib/domain/catalog/search.ts";
import { toPlainText } from "#lib/markdown/write.ts";
import { PictogramTile } from "./card-head.tsx";
import { FoundPlaces, MarkedText, markedHeading } from "./found-in.tsx";
import { Markdown } from "./markdown.tsx";
import { EndpointList, ExternalLink, omitReferencedOperations, Services } from "./operations.tsx";
import { PageNav, type PageSection } from "./page-nav.tsx";
import { PageScripts } from "./page-tools.tsx";
import { catalogPath, downloadPath, entryPath, topicContactPath } from "./paths.ts";
import { listReferenceSections, Specification } from "./specification.tsx";

type EntryProps = { entry: ApiCatalogEntry; locale: Locale; query: SearchQuery };
type Props = EntryProps & { replyTime: string; note?: ReactNode };
type HeadProps = EntryProps & { version: string; note: ReactNode };

export function Entry({ entry, locale, query, replyTime, note }: Props) {
  const t = useTranslations("catalog");
  const { words } = query;
  const { title, useCases, services } = localizeEntry(entry, locale);
  const reference = toApiReference(entry.spec, entry.services, entry.swaggerUrl);
  const beyond = omitReferencedOperations({ services, endpoints: entry.endpoints }, reference);
  const sections: PageSection[] = [
    ...(useCases.length ? [{ id: "use-cases", title: t("useCases") }] : []),
    ...(beyond.services.length ? [{ id: "services", title: t("services") }] : []),
    ...(beyond.endpoints.length ? [{ id: "endpoints", title: t("endpoints") }] : []),
    { id: "reference", title: t("reference"), parts: listReferenceSections(reference, services) },
  ];
  return (
    <>
      <EntryHead entry={entry} locale={locale} query={query} version={reference?.version ?? ""} note={note} />
      {query.text !== "" && <MatchNote entry={entry} locale={locale} query={query} sections={sections} />}
      <div className="mt-10 gap-x-10 border-t border-line pt-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] xl:-mx-20">
        <div className="max-lg:mb-10">
          <PageNav sections={sections} />
        </div>
        <div className="min-w-0 space-y-14">
          {useCases.length > 0 && (
            <Section id="use-cases" title={t("useCases")}>
              <ul className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
                {useCases.map((useCase) => (
                  <li
                    key={useCase}
                    className="flex gap-3 wrap-anywhere before:mt-2.5 before:size-2 before:shrink-0 before:rounded-full before:border-4 before:border-accent"
                  >
                    <span>
                      <MarkedText text={useCase} words={words} />
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {beyond.services.length > 0 && (
            <Section id="services" title={t("services")}>
              <Services services={beyond.services} words={words} />
            </Section>
          )}
          {beyond.endpoints.length > 0 && (
            <Section id="endpoints" title={t("endpoints")}>
              <EndpointList endpoints={beyond.endpoints} words={words} />
            </Section>
          )}
          <Section id="reference" title={t("reference")}>
            <Specification
              spec={entry.spec}
              reference={reference}
              services={services}
              words={words}
              locale={locale}
              download={{ href: downloadPath(entry.slug, locale), text: t("download") }}
            />
          </Section>
          <aside className="rounded-lg border border-transparent bg-primary-soft p-6 sm:p-8 print:hidden">
            <h2 className="text-xl">{t("askTitle")}</h2>
            <p className="mt-2 mb-5">{t("askText", { replyTime })}</p>
            <a className={buttonClass()} href={topicContactPath(locale, entry.slug)}>
              {t("ask")}
              <span className="sr-only"> {title}</span>
            </a>
          </aside>
        </div>
      </div>
      <PageScripts texts={{ copied: t("copied"), failed: t("copyFailed") }} />
    </>
  );
}

function MatchNote({
  entry,
  locale,
  query: { text: search, words },
  sections,
}: EntryProps & { sections: PageSection[] }) {
  const t = useTranslations("catalog");
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const inServices = services.flatMap((service) => [service.title, service.description, ...service.operations]);
  const seen = [title, description, ...useCases, ...inServices, ...entry.endpoints];
  const found = findMatchPlaces(entry, words, locale, seen);
  const hasSection = (id: string) => sections.some((section) => section.id === id);
  const fragments: Partial<Record<MatchPlace, string>> = {
    title: "content",
    description: "content",
    useCases: "use-cases",
    services: hasSection("services") ? "services" : "reference",
    operations: hasSection("services") ? "services" : "reference",
    endpoints: hasSection("endpoints") ? "endpoints" : "reference",
  };
  const isMarked = found.places.some((place) => place !== "slug");
  return (
    <div className="mt-6 max-w-3xl rounded-md border border-transparent bg-accent-soft px-5 py-4 print:hidden">
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-6 wrap-anywhere">
        {t(isMarked ? "marksFor" : "notMarked", { search })}
        {isMarked && (
          <a className="link py-1 text-sm" href={entryPath(entry.slug, locale)}>
            {t("withoutMarks")}
          </a>
        )}
      </p>
      <FoundPlaces found={found} words={words} locale={locale} fragments={fragments} />
    </div>
  );
}

function EntryHead({ entry, locale, query: { text: search, words }, version, note }: HeadProps) {
  const t = useTranslations("catalog");
  const format = useFormatter();
  const { title, description } = localizeEntry(entry, locale);
  const date = format.dateTime(new Date(entry.updatedAt), { day: "numeric", month: "long", year: "numeric" });
  return (
    <header className="grid items-start gap-x-12 lg:grid-cols-[minmax(0,48rem)_1fr]">
      <div>
        <nav aria-label={t("breadcrumb")} className="text-sm">
          <ol className="flex flex-wrap">
            <li>
              <a className="link inline-block py-1.5" href={catalogPath(locale)}>
                {t("title")}
              </a>
            </li>
            {search && (
              <li className="wrap-anywhere">
                <span aria-hidden="true" className="px-2 text-muted">
                  ›
                </span>
                <a className="link inline-block py-1.5" href={catalogPath(locale, search)}>
                  {t("backToResults", { search })}
                </a>
              </li>
            )}
          </ol>
        </nav>
        <h1 className={`mt-2 text-3xl wrap-anywhere ${markedHeading}`}>
          <MarkedText text={title} words={words} />
        </h1>
        <Markdown text={description} words={words} className="mt-5 text-lg wrap-anywhere whitespace-pre-line" />
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          <a className={buttonClass()} href={topicContactPath(locale, entry.slug)}>
            {t("ask")}
          </a>
          <ExternalLink className="link py-2 font-semibold" href={entry.docsUrl} text={t("docs")} about={title} />
          <ExternalLink className="link py-2 font-semibold" href={entry.swaggerUrl} text={t("swagger")} about={title} />
        </div>
        <p className="mt-5 text-sm text-muted">
          {version && `${t("spec.version", { version })} · `}
          {t.rich("updated", { date, time: (text) => <time dateTime={entry.updatedAt}>{text}</time> })}
        </p>
        {note}
      </div>
      <PictogramTile entry={entry} className="mt-10 w-44 justify-self-end -rotate-6 max-lg:hidden print:hidden" />
    </header>
  );
}

type Site = { name: string; url: string };
type DataProps = { entry: ApiCatalogEntry; locale: Locale; site: Site; catalogTitle: string };

export function toEntryStructuredData({ entry, locale, site, catalogTitle }: DataProps): object {
  const { title, ...texts } = localizeEntry(entry, locale);
  const description = toPlainText(texts.description);
  const catalog = site.url + catalogPath(locale);
  const url = site.url + entryPath(entry.slug, locale);
  const organization = { "@type": "Organization", name: site.name, url: site.url };
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: catalogTitle, item: catalog },
          { "@type": "ListItem", position: 2, name: title, item: url },
        ],
      },
      {
        "@type": "TechArticle",
        headline: title,
        description,
        url,
        inLanguage: locale,
        dateModified: entry.updatedAt,
        author: organization,
        publisher: organization,
        about: {
          "@type": "WebAPI",
          name: title,
          description,
          url,
          provider: organization,
          documentation: entry.docsUrl ?? url,
        },
      },
    ],
  };
}

import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CardHead, toLeadSentence } from "#components/catalog/card-head.tsx";
import { entryPath } from "#components/catalog/paths.ts";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { DataBlock } from "#components/ui/data-block.tsx";
import { cell, marigold, parts, projectOutline } from "#components/ui/drawings.ts";
import { PartPiece } from "#components/ui/part-piece.tsx";
import { localizeEntry } from "#lib/domain/catalog/localize-entry.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { Company } from "#lib/domain/company.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { publicFiles } from "#lib/i18n/public-files.ts";
import type { SiteProps } from "../footer.tsx";
import { Cases, Clients, Questions, Quotes, Team, toCompanyData } from "./company.tsx";
import { NextSteps, WaysToStart, WhoItFits } from "./sections.tsx";

type Props = { site: SiteProps; locale: Locale; replyTime: string; entries: ApiCatalogEntry[] };

const shownEntriesMax = 4;

export function Home({ site, locale, replyTime, entries }: Props) {
  const company = site.company[locale];
  return (
    <>
      <DataBlock data={toCompanyData({ site, company, logoPath: publicFiles.icon512 })} />
      <Hero locale={locale} company={company} />
      <Clients company={company} />
      <WhoItFits company={company} />
      <Cases company={company} />
      <Quotes company={company} />
      {entries.length > 0 && (
        <CatalogGlimpse locale={locale} entries={entries.slice(0, shownEntriesMax)} total={entries.length} />
      )}
      <NextSteps replyTime={replyTime} />
      <Team company={company} />
      <Questions company={company} />
      <WaysToStart locale={locale} replyTime={replyTime} company={company} />
      <ForAssistants locale={locale} siteUrl={site.url} className="page pb-16 sm:pb-24" />
    </>
  );
}

type HeroProps = { locale: Locale; company: Company };

async function Hero({ locale, company: { headline, lead } }: HeroProps) {
  const t = await getTranslations("home");
  return (
    <section className="page group/hero grid items-center gap-x-14 gap-y-4 pt-5 pb-16 sm:gap-y-12 sm:pt-14 lg:grid-cols-[1.1fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 className="text-3xl font-bold tracking-[-0.025em] wrap-anywhere max-sm:text-[2rem]">{headline}</h1>
        <p className="mt-3 max-w-xl leading-normal whitespace-pre-line sm:mt-6 sm:text-lg">{lead}</p>
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 sm:mt-8">
          <a data-fits className={buttonClass()} href={getPathname({ href: "/evaluation", locale })}>
            {t("evaluate")}
          </a>
          <a className={buttonClass("secondary")} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </div>
        <p className="mt-3 text-sm text-muted sm:mt-4">{t("evaluateHint")}</p>
      </div>
      <div className="fit-timeline mx-auto w-full max-w-md lg:max-w-none">
        <CampaignPuzzle />
      </div>
    </section>
  );
}

const label = "text-[17px] font-semibold [text-anchor:middle]";

/** A campaign as puzzle pieces, with the visitor's project about to fit in. Decorative: the text says the same. */
async function CampaignPuzzle() {
  const t = await getTranslations("home.parts");
  return (
    <svg viewBox="0 -44 468 466" className="block w-full overflow-visible" aria-hidden="true">
      {parts.map((part) => (
        <PartPiece key={part.name} part={part} transform="translate(43 27) scale(1.125)">
          <text x={cell / 2} y={104} className={label}>
            {t(part.name)}
          </text>
        </PartPiece>
      ))}
      <path
        d={projectOutline}
        className="fill-none stroke-edge stroke-2 transition-opacity duration-500 group-has-[[data-fits]:is(:hover,:focus-visible,:active)]/hero:opacity-0 [stroke-dasharray:3_7] [stroke-linecap:round] motion-reduce:transition-none"
      />
      {/* Moves into place while the main action is hovered or focused, and on touch screens while scrolling. */}
      <g className="fit-by-scrolling origin-center translate-x-[34px] translate-y-[-30px] rotate-[9deg] transition-[translate,rotate] duration-500 ease-house [transform-box:fill-box] group-has-[[data-fits]:is(:hover,:focus-visible,:active)]/hero:translate-0 group-has-[[data-fits]:is(:hover,:focus-visible,:active)]/hero:rotate-0 motion-reduce:transition-none">
        <path d={projectOutline} className="fill-accent" />
        <g transform={`translate(${2 * cell} 0)`} className="fill-on-accent">
          <path d={marigold} transform="translate(45 20) scale(1.15)" className="[fill-rule:evenodd]" />
          <text x={cell / 2 + 3} y={104} className={label}>
            {t("project")}
          </text>
        </g>
      </g>
    </svg>
  );
}

type GlimpseProps = { locale: Locale; entries: ApiCatalogEntry[]; total: number };

async function CatalogGlimpse({ locale, entries, total }: GlimpseProps) {
  const t = await getTranslations("home.glimpse");
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="parts">
      <h2 id="parts" className="text-2xl">
        {t("title")}
      </h2>
      <p className="mt-3 max-w-prose">{t("text")}</p>
      <ul className="mt-8 grid gap-1.5 md:grid-cols-2">
        {entries.map((entry, at) => {
          const { title, description, services } = localizeEntry(entry, locale);
          return (
            <li
              key={entry.slug}
              className={`group/card piece flex min-w-0 flex-col p-6 pt-8 wrap-anywhere sm:px-9 ${pickCardColor(at)} ${toPieceClasses(at, entries.length)}`}
            >
              <CardHead
                entry={entry}
                as="h3"
                href={entryPath(entry.slug, locale)}
                title={title}
                lead={toLeadSentence(description)}
              />
              <p className="mt-auto pt-5 text-sm text-muted">
                {services.map((service) => service.title).join("\u00a0· ")}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-8">
        <a className={buttonClass("secondary")} href={getPathname({ href: "/catalog", locale })}>
          {t("all", { total })}
        </a>
      </p>
    </section>
  );
}

const colors = [
  "[--piece:var(--primary-soft)]",
  "[--piece:var(--surface)]",
  "[--piece:var(--primary-soft)] md:[--piece:var(--surface)]",
  "[--piece:var(--surface)] md:[--piece:var(--primary-soft)]",
];

function pickCardColor(at: number): string {
  return colors[at % colors.length] ?? "";
}

function toPieceClasses(at: number, count: number): string {
  const isLeft = at % 2 === 0;
  const hasNext = at + 1 < count;
  return [
    hasNext ? "max-md:tab-bottom" : "",
    at > 0 ? "max-md:notch-top" : "",
    isLeft && hasNext ? "md:tab-right" : "",
    isLeft ? "" : "md:notch-left",
    at + 2 < count ? "md:tab-bottom" : "",
    at >= 2 ? "md:notch-top" : "",
  ].join(" ");
}

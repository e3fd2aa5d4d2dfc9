import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CardHead, toLeadSentence } from "#components/catalog/card-head.tsx";
import { entryPath } from "#components/catalog/paths.ts";
import { ForAssistants } from "#components/site/for-assistants.tsx";
import { ContactOptions } from "#components/site/reach.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { DataBlock } from "#components/ui/data-block.tsx";
import { cell, marigold, parts, projectOutline } from "#components/ui/drawings.ts";
import { PartPiece } from "#components/ui/part-piece.tsx";
import { Section } from "#components/ui/section.tsx";
import { type ApiCatalogEntry, localizeEntry } from "#lib/domain/catalog/schema.ts";
import type { Company } from "#lib/domain/company.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { publicFiles } from "#lib/i18n/public-files.ts";
import type { SiteProps } from "../footer.tsx";
import { Cases, Clients, Questions, Quotes, Team, toCompanyStructuredData } from "./company.tsx";

type Props = { site: SiteProps; locale: Locale; replyTime: string; entries: ApiCatalogEntry[] };

const shownEntriesMax = 4;

export function Home({ site, locale, replyTime, entries }: Props) {
  const company = site.company[locale];
  return (
    <>
      <DataBlock data={toCompanyStructuredData({ site, company, logoPath: publicFiles.icon512 })} />
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
    <Section id="parts" title={t("title")} className="page pb-16 sm:pb-24">
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
    </Section>
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

const items = ["date", "countries"] as const;

async function WhoItFits({ company: { smallest } }: { company: Company }) {
  const t = await getTranslations("home.who");
  const shown = [
    ...items.map((item) => ({ title: t(`${item}.title`), text: t(`${item}.text`) })),
    ...(smallest ? [{ title: smallest, text: t("budget.text") }] : []),
  ];
  return (
    <Section id="who" title={t("title")} className="page pb-16 sm:pb-24">
      <ul className="mt-8 grid gap-x-10 gap-y-8 md:auto-cols-fr md:grid-flow-col">
        {shown.map(({ title, text }) => (
          <li key={title}>
            <PuzzleSeam />
            <h3 className="mt-3 text-xl wrap-anywhere">{title}</h3>
            <p className="mt-3">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8 max-w-prose text-muted">{t("unsure")}</p>
    </Section>
  );
}

function PuzzleSeam() {
  return (
    <div className="flex text-ink" aria-hidden="true">
      <div className="w-6 border-t-2 border-current" />
      <svg viewBox="0 0 36 20" className="-mx-px h-5 w-9 shrink-0" aria-hidden="true">
        <path d="M0 1h1a17 17 0 0 0 34 0h1" className="fill-none stroke-current stroke-2" />
      </svg>
      <div className="grow border-t-2 border-current" />
    </div>
  );
}

const steps = ["result", "person", "review"] as const;

async function NextSteps({ replyTime }: { replyTime: string }) {
  const t = await getTranslations("home.next");
  return (
    <section aria-labelledby="next">
      <div className="lace rotate-180 [--lace:var(--warm)]" aria-hidden="true" />
      <div className="bg-warm">
        <div className="page py-12 sm:py-16">
          <h2 id="next" className="text-2xl">
            {t("title")}
          </h2>
          <ol className="mt-10 grid gap-x-10 gap-y-10 md:grid-cols-3">
            {steps.map((step) => (
              <li key={step} className="md:row-span-3 md:grid md:grid-rows-subgrid md:gap-y-0">
                <p className="font-display text-[clamp(2.25rem,0.6rem+3.6vw,3rem)] leading-none font-bold tracking-tight text-on-warm">
                  {t(`${step}.when`, { replyTime })}
                </p>
                <h3 className="mt-4 text-xl">{t(`${step}.title`)}</h3>
                <p className="mt-2">{t(`${step}.text`)}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="lace [--lace:var(--warm)]" aria-hidden="true" />
    </section>
  );
}

type WaysToStartProps = { locale: Locale; replyTime: string; company: Company };

async function WaysToStart({ locale, replyTime, company }: WaysToStartProps) {
  const t = await getTranslations("home");
  const tReach = await getTranslations("reach");
  return (
    <Section id="ways" title={t("ways.title")} className="page py-16 sm:py-24">
      <div className="mt-8 grid gap-1.5 md:grid-cols-[1.5fr_1fr]">
        <div className="on-band piece flex flex-col items-start p-5 [--piece:var(--band)] max-md:tab-bottom sm:p-10 md:tab-right">
          <h3 className="text-xl">{t("ways.evaluateTitle")}</h3>
          <p className="mt-3 mb-7 max-w-prose">{t("ways.evaluateText")}</p>
          <a className={`${buttonClass()} mt-auto`} href={getPathname({ href: "/evaluation", locale })}>
            {t("evaluate")}
          </a>
        </div>
        <div className="piece flex flex-col items-start p-5 [--piece:var(--warm)] max-md:notch-top max-md:pt-9 sm:p-10 md:notch-left">
          <h3 className="text-xl">{t("ways.askTitle")}</h3>
          <p className="mt-3 mb-7">{t("ways.askText", { replyTime })}</p>
          <a className={`${buttonClass("secondary")} mt-auto`} href={getPathname({ href: "/contact", locale })}>
            {t("ask")}
          </a>
        </div>
      </div>
      <ContactOptions company={company} message={tReach("hello")} className="mt-8" />
    </Section>
  );
}

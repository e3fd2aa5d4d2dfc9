import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.ts";
import { cell, marigold, parts, projectOutline } from "#components/ui/drawings.ts";
import { PartPiece } from "#components/ui/part-piece.tsx";
import type { Company } from "#lib/domain/company.ts";
import { getPathname } from "#lib/i18n/paths.ts";

type Props = { locale: Locale; company: Company };

export async function Hero({ locale, company: { headline, lead } }: Props) {
  const t = await getTranslations("home");
  return (
    <section className="page group/hero grid items-center gap-x-14 gap-y-4 pt-5 pb-16 sm:gap-y-12 sm:pt-14 lg:grid-cols-[1.1fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <h1 className="text-3xl font-bold tracking-[-0.025em] wrap-anywhere max-sm:text-[2rem]">{headline}</h1>
        <p className="mt-3 max-w-xl leading-normal sm:mt-6 sm:text-lg">{lead}</p>
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
        <Assembly />
      </div>
    </section>
  );
}

const label = "text-[17px] font-semibold [text-anchor:middle]";

/** A campaign as puzzle pieces, with the visitor's project about to fit in. Decorative: the text says the same. */
async function Assembly() {
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

import { getTranslations } from "next-intl/server";
import { pictograms } from "#components/site/pictograms.ts";
import { cell, type Look, marigold, parts, projectOutline } from "./parts.ts";

const looks: Record<Look, { piece: string; drawing: string; label: string }> = {
  solid: { piece: "fill-primary", drawing: "stroke-on-primary", label: "fill-on-primary" },
  soft: { piece: "fill-primary-soft", drawing: "stroke-primary", label: "fill-ink" },
  plain: { piece: "fill-surface", drawing: "stroke-primary", label: "fill-ink" },
};

const drawing = "fill-none stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]";
const label = "text-[17px] font-semibold [text-anchor:middle]";

/** A campaign assembled from parts, and the visitor's project about to fit. It repeats what the text says. */
export async function Assembly() {
  const t = await getTranslations("home.parts");
  return (
    <svg viewBox="0 -44 468 466" className="block w-full overflow-visible" aria-hidden="true">
      {parts.map(({ name, look, column, row, outline }) => (
        <g key={name}>
          <path d={outline} className={looks[look].piece} />
          <g transform={`translate(${column * cell} ${row * cell})`}>
            <path
              d={pictograms[name]}
              transform="translate(43 27) scale(1.125)"
              className={`${drawing} ${looks[look].drawing}`}
            />
            <text x={cell / 2} y={104} className={`${label} ${looks[look].label}`}>
              {t(name)}
            </text>
          </g>
        </g>
      ))}
      <path
        d={projectOutline}
        className="fill-none stroke-edge stroke-2 transition-opacity duration-500 group-has-[[data-fits]:focus-visible]/hero:opacity-0 group-has-[[data-fits]:hover]/hero:opacity-0 [stroke-dasharray:3_7] [stroke-linecap:round] motion-reduce:transition-none"
      />
      {/* Whoever is about to choose the main action sees it fall into place. */}
      <g className="origin-center translate-x-[34px] translate-y-[-30px] rotate-[9deg] transition-[translate,rotate] duration-500 ease-house [transform-box:fill-box] group-has-[[data-fits]:focus-visible]/hero:translate-0 group-has-[[data-fits]:focus-visible]/hero:rotate-0 group-has-[[data-fits]:hover]/hero:translate-0 group-has-[[data-fits]:hover]/hero:rotate-0 motion-reduce:transition-none">
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

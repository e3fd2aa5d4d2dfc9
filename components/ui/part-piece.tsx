import type { ReactNode } from "react";
import { type CampaignPart, cell, logoPaths, type PartLook, pictograms } from "./drawings.ts";

/** Classes that set the fill of the piece and the stroke of its pictogram. */
export const partColors: Record<PartLook, string> = {
  solid: "fill-primary stroke-on-primary",
  soft: "fill-primary-soft stroke-primary",
  plain: "fill-surface stroke-primary",
};

type Props = {
  part: CampaignPart;
  /** SVG transform that places the pictogram, a 48 × 48 box, in the cell. */
  transform: string;
  children?: ReactNode;
};

export function PartPiece({ part: { name, look, column, row, outline }, transform, children }: Props) {
  return (
    <g className={`${partColors[look]} forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]`}>
      <path d={outline} className="stroke-none" />
      <g transform={`translate(${column * cell} ${row * cell})`}>
        <path
          d={pictograms[name]}
          transform={transform}
          className="fill-none stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]"
        />
        <g className={`stroke-none ${look === "solid" ? "fill-on-primary" : "fill-ink"} forced-colors:fill-[Canvas]`}>
          {children}
        </g>
      </g>
    </g>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <path d={logoPaths.upper} className="fill-current" />
      <path d={logoPaths.lower} className="fill-accent" />
    </svg>
  );
}

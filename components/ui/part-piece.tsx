import type { ReactNode } from "react";
import { type CampaignPart, cell, type PartLook, pictograms } from "./drawings.ts";

const looks: Record<PartLook, { piece: string; drawing: string; label: string }> = {
  solid: { piece: "fill-primary", drawing: "stroke-on-primary", label: "fill-on-primary" },
  soft: { piece: "fill-primary-soft", drawing: "stroke-primary", label: "fill-ink" },
  plain: { piece: "fill-surface", drawing: "stroke-primary", label: "fill-ink" },
};

type Props = {
  part: CampaignPart;
  /** SVG transform that places the pictogram, a 48 × 48 box, in the cell. */
  transform: string;
  children?: ReactNode;
};

export function PartPiece({ part: { name, look, column, row, outline }, transform, children }: Props) {
  const { piece, drawing, label } = looks[look];
  return (
    <>
      <path d={outline} className={`${piece} forced-colors:fill-[CanvasText]`} />
      <g transform={`translate(${column * cell} ${row * cell})`} className={`${label} forced-colors:fill-[Canvas]`}>
        <path
          d={pictograms[name]}
          transform={transform}
          className={`fill-none stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round] ${drawing} forced-colors:stroke-[Canvas]`}
        />
        {children}
      </g>
    </>
  );
}

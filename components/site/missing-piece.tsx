import { piecePath, type Sides } from "#components/ui/drawings.ts";

const cell = 140;
const straight: Sides = { top: "flat", right: "flat", bottom: "flat", left: "flat" };
const hole = piecePath({ x: cell, y: 0 }, cell, { ...straight, right: "notch", left: "notch" });

export function MissingPiece({ digits }: { digits: "404" | "500" | "503" }) {
  return (
    <svg viewBox="0 -4 420 262" className="block w-full max-w-sm overflow-visible" aria-hidden="true">
      <path d={piecePath({ x: 0, y: 0 }, cell, { ...straight, right: "tab" })} className="fill-primary" />
      <path d={piecePath({ x: 2 * cell, y: 0 }, cell, { ...straight, left: "tab" })} className="fill-primary" />
      <path d={hole} className="fill-none stroke-edge stroke-2 [stroke-dasharray:3_7] [stroke-linecap:round]" />
      <g className="origin-center translate-x-[8px] translate-y-[98px] rotate-[13deg] [transform-box:fill-box]">
        <path d={hole} className="fill-accent" />
        <text x={cell * 1.5} y={101} className={`${digit} fill-on-accent`}>
          {digits[1]}
        </text>
      </g>
      <text x={cell / 2 - 3} y={101} className={`${digit} fill-on-primary`}>
        {digits[0]}
      </text>
      <text x={cell * 2.5 + 3} y={101} className={`${digit} fill-on-primary`}>
        {digits[2]}
      </text>
    </svg>
  );
}

const digit = "font-display text-[88px] font-extrabold [text-anchor:middle]";

import { pictograms, piecePath, piecePictogram } from "#components/ui/drawings.ts";
import { findPictogram, type Named } from "./find-pictogram.ts";

const size = 140;
const outline = piecePath({ x: 0, y: 0 }, size, { top: "notch", right: "tab", bottom: "flat", left: "flat" });

export function Tile({ entry, className }: { entry: Named; className: string }) {
  const name = findPictogram(entry);
  return (
    <svg viewBox="0 0 160 140" className={className} aria-hidden="true">
      <path d={outline} className="fill-primary" />
      <path
        d={name ? pictograms[name] : piecePictogram}
        transform="translate(25 29) scale(1.875)"
        className="fill-none stroke-on-primary stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  );
}

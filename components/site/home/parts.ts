import { marigoldPath, type Pictogram } from "#components/site/pictograms.ts";
import { piecePath, type Side, type Sides } from "#components/site/piece-path.ts";

/** The drawing's size of a cell, and how many fit in each direction. */
export const cell = 140;
export const cells = 3;

export type Look = "solid" | "soft" | "plain";
type Part = { name: Pictogram; look: Look; column: number; row: number; outline: string };

/** What campaigns are made of, by column and row. The place at the top right is left for the visitor's project. */
export const parts: Part[] = [
  part("receipt", "solid", 0, 0, sides("flat", "tab", "notch", "flat")),
  part("message", "soft", 1, 0, sides("flat", "tab", "tab", "notch")),
  part("draw", "soft", 0, 1, sides("tab", "notch", "tab", "flat")),
  part("points", "solid", 1, 1, sides("notch", "tab", "notch", "tab")),
  part("prize", "soft", 2, 1, sides("tab", "flat", "tab", "notch")),
  part("permit", "plain", 0, 2, sides("notch", "tab", "flat", "flat")),
  part("shipment", "soft", 1, 2, sides("tab", "notch", "flat", "notch")),
  part("data", "solid", 2, 2, sides("notch", "flat", "flat", "tab")),
];

/** The place that is left, and the piece that fits it. */
export const projectOutline = piecePath({ x: 2 * cell, y: 0 }, cell, sides("flat", "flat", "notch", "notch"));

/** Fills by the even-odd rule, on a square of 48. */
export const marigold = marigoldPath(24, [
  { radius: 20, petals: 16 },
  { radius: 14.5, petals: 13 },
  { radius: 9, petals: 10 },
  { radius: 4, petals: 7 },
]);

function part(name: Pictogram, look: Look, column: number, row: number, itsSides: Sides): Part {
  return { name, look, column, row, outline: piecePath({ x: column * cell, y: row * cell }, cell, itsSides) };
}

function sides(top: Side, right: Side, bottom: Side, left: Side): Sides {
  return { top, right, bottom, left };
}

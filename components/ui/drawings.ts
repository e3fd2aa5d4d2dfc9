/** The logo: two interlocking pieces in a 32 × 32 box. */
export const logoPaths = {
  upper: "M3 2h26a1 1 0 0 1 1 1v12h-9.2a5.2 5.2 0 0 0-9.6 0H2V3a1 1 0 0 1 1-1Z",
  lower: "M2 17h10.2a3.8 3.8 0 0 1 7.6 0H30v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z",
};

/** Pictograms as stroke paths in a 48 × 48 box. */
export const pictograms = {
  receipt: "M12 4h24v39l-4-3.4-4 3.4-4-3.4-4 3.4-4-3.4-4 3.4ZM18 13h12M18 20h12M18 27h7",
  message: "M9 8h30a3 3 0 0 1 3 3v19a3 3 0 0 1-3 3H23l-9 8v-8H9a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3ZM15 17h18M15 24h11",
  draw: "M5 12h38v8a4 4 0 0 0 0 8v8H5v-8a4 4 0 0 0 0-8ZM31 12v4M31 22v4M31 32v4M12 24l4.5 4.5L24 19",
  points: "M9 12a15 5.5 0 0 1 30 0a15 5.5 0 0 1-30 0v12a15 5.5 0 0 0 30 0V12M9 24v12a15 5.5 0 0 0 30 0V24",
  prize:
    "M9 22h30v19H9ZM6 13h36v9H6ZM24 13v28M24 13C21 4 11 4 12 9.5 12.6 13 18 13 24 13M24 13c3-9 13-9 12-3.5C35.4 13 30 13 24 13",
  permit:
    "M37 18v-4l-9-9H9v38h14M28 5v9h9M16 18h9M16 26h6M27 33a7 7 0 0 1 14 0a7 7 0 0 1-14 0M30 39.500l-2 7 6-3 6 3-2-7",
  shipment: "M24 4 42 13v22L24 44 6 35V13ZM6 13l18 9 18-9M24 22v22M15 8.500l18 9",
  data: "M8 42V27h8v15M20 42V17h8v25M32 42V7h8v35M3 42h42",
} as const;

export const piecePictogram = "M6 14h13.500a5.500 5.500 0 1 1 9 0H42v11.500a5.500 5.500 0 1 0 0 9V44H6Z";

export type Pictogram = keyof typeof pictograms;

function drawRing(radius: number, petals: number): string {
  const toPointText = (petal: number) => {
    const angle = (petal / petals) * 2 * Math.PI - Math.PI / 2;
    return `${(24 + radius * Math.cos(angle)).toFixed(2)} ${(24 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  const petal = (radius * Math.sin(Math.PI / petals)).toFixed(2);
  const arcs = Array.from({ length: petals }, (_, index) => `A${petal} ${petal} 0 0 1 ${toPointText(index + 1)}`);
  return `M${toPointText(0)}${arcs.join("")}Z`;
}

/** A tab sticks out; a notch receives a tab. */
type Side = "tab" | "notch" | "flat";

export type Sides = { top: Side; right: Side; bottom: Side; left: Side };

/** Sizes in drawing units: radius of a tab, gap between two pieces, radius of a corner. */
const tab = 20;
const seam = 5;
const corner = 9;

type Point = { x: number; y: number };

export function drawPiece({ x, y }: Point, size: number, sides: Sides): string {
  const length = size - seam;
  const clockwise: [Side, Point][] = [
    [sides.top, { x: 1, y: 0 }],
    [sides.right, { x: 0, y: 1 }],
    [sides.bottom, { x: -1, y: 0 }],
    [sides.left, { x: 0, y: -1 }],
  ];
  const path = clockwise.map(([side, along]) => drawSide(side, along, length) + drawCorner(along));
  return `M${x + seam / 2 + corner} ${y + seam / 2}${path.join("")}Z`;
}

function drawSide(side: Side, along: Point, length: number): string {
  const straight = length - 2 * corner;
  if (side === "flat") return drawLine(along, straight);
  // A notch has the same centre as the tab in it, which is one gap outside the piece.
  const radius = side === "tab" ? tab : tab + seam;
  const half = side === "tab" ? tab : Math.sqrt(radius ** 2 - seam ** 2);
  const before = drawLine(along, straight / 2 - half);
  const sweep = side === "tab" ? 1 : 0;
  return `${before}a${radius} ${radius} 0 0 ${sweep} ${roundCoordinate(along.x * half * 2)} ${roundCoordinate(along.y * half * 2)}${before}`;
}

function drawLine({ x, y }: Point, by: number): string {
  return `l${roundCoordinate(x * by)} ${roundCoordinate(y * by)}`;
}

function drawCorner({ x, y }: Point): string {
  return `a${corner} ${corner} 0 0 1 ${(x - y) * corner} ${(x + y) * corner}`;
}

function roundCoordinate(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Size of a cell of the puzzle, and number of cells per direction. */
export const cell = 140;
export const cells = 3;

export type PartLook = "solid" | "soft" | "plain";
export type CampaignPart = { name: Pictogram; look: PartLook; column: number; row: number; outline: string };

/** The top right cell is reserved for the visitor's project. */
export const parts: CampaignPart[] = [
  toCampaignPart("receipt", "solid", 0, 0, createSides("flat", "tab", "notch", "flat")),
  toCampaignPart("message", "soft", 1, 0, createSides("flat", "tab", "tab", "notch")),
  toCampaignPart("draw", "soft", 0, 1, createSides("tab", "notch", "tab", "flat")),
  toCampaignPart("points", "solid", 1, 1, createSides("notch", "tab", "notch", "tab")),
  toCampaignPart("prize", "soft", 2, 1, createSides("tab", "flat", "tab", "notch")),
  toCampaignPart("permit", "plain", 0, 2, createSides("notch", "tab", "flat", "flat")),
  toCampaignPart("shipment", "soft", 1, 2, createSides("tab", "notch", "flat", "notch")),
  toCampaignPart("data", "solid", 2, 2, createSides("notch", "flat", "flat", "tab")),
];

export const projectOutline = drawPiece({ x: 2 * cell, y: 0 }, cell, createSides("flat", "flat", "notch", "notch"));

/** The marigold, filled by the even-odd rule, in a 48 × 48 box. */
export const marigold = drawRing(20, 16) + drawRing(14.5, 13) + drawRing(9, 10) + drawRing(4, 7);

function toCampaignPart(name: Pictogram, look: PartLook, column: number, row: number, itsSides: Sides): CampaignPart {
  return { name, look, column, row, outline: drawPiece({ x: column * cell, y: row * cell }, cell, itsSides) };
}

function createSides(top: Side, right: Side, bottom: Side, left: Side): Sides {
  return { top, right, bottom, left };
}

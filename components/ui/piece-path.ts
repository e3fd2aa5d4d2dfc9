/** A tab sticks out; a notch receives a tab. */
export type Side = "tab" | "notch" | "flat";

export type Sides = { top: Side; right: Side; bottom: Side; left: Side };

/** In drawing units: radius of a tab, gap between two pieces, radius of a corner. */
const tab = 20;
const seam = 5;
const corner = 9;

type Point = { x: number; y: number };

/** Draws the outline of a piece in a square cell. */
export function piecePath({ x, y }: Point, size: number, sides: Sides): string {
  const length = size - seam;
  const path = [`M${x + seam / 2 + corner} ${y + seam / 2}`];
  const clockwise: [Side, Point][] = [
    [sides.top, { x: 1, y: 0 }],
    [sides.right, { x: 0, y: 1 }],
    [sides.bottom, { x: -1, y: 0 }],
    [sides.left, { x: 0, y: -1 }],
  ];
  for (const [side, along] of clockwise) path.push(sidePath(side, along, length), cornerPath(along));
  return `${path.join("")}Z`;
}

function sidePath(side: Side, along: Point, length: number): string {
  const straight = length - 2 * corner;
  if (side === "flat") return line(along, straight);
  // A notch has the same centre as its tab, one seam outside the piece.
  const radius = side === "tab" ? tab : tab + seam;
  const half = side === "tab" ? tab : Math.sqrt(radius ** 2 - seam ** 2);
  const before = line(along, straight / 2 - half);
  const sweep = side === "tab" ? 1 : 0;
  return `${before}a${radius} ${radius} 0 0 ${sweep} ${round(along.x * half * 2)} ${round(along.y * half * 2)}${before}`;
}

function line({ x, y }: Point, by: number): string {
  return `l${round(x * by)} ${round(y * by)}`;
}

function cornerPath({ x, y }: Point): string {
  return `a${corner} ${corner} 0 0 1 ${(x - y) * corner} ${(x + y) * corner}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

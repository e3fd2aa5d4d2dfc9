/** The colours of app/global.css that a chart tells its parts apart by, in words that Tailwind finds. */
export const fills = {
  first: "fill-primary",
  second: "fill-chart-2",
  third: "fill-chart-3",
  fourth: "fill-chart-4",
  rest: "fill-edge",
  bad: "fill-danger",
} as const;
export type Fill = keyof typeof fills;

/** One part of each bar: its name, for who does not see the colour too, and a shorter one where there is little room. */
export type Series = { name: string; short?: string; fill: Fill };

export function Swatch({ fill }: { fill: Fill }) {
  return (
    <svg aria-hidden="true" className="inline-block size-3 shrink-0 rounded-[2px]" focusable="false">
      <rect width="100%" height="100%" className={fills[fill]} />
    </svg>
  );
}

import type { ReactNode } from "react";
import { linkCharactersMax, toShare } from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskFormatter, useDeskText } from "#lib/i18n/desk-text.ts";

/** Classes that fill bars. They must be full class names, because Tailwind finds no others. */
export const fills = {
  first: "fill-primary",
  second: "fill-chart-2",
  third: "fill-chart-3",
  fourth: "fill-chart-4",
  rest: "fill-edge",
} as const;
export type Fill = keyof typeof fills;

export function ColorSwatch({ fill }: { fill: Fill }) {
  return (
    <svg aria-hidden="true" className="inline-block size-3 shrink-0 rounded-[2px]" focusable="false">
      <rect width="100%" height="100%" className={fills[fill]} />
    </svg>
  );
}

type BarPart = { value: number; fill: Fill };

/** A bar of a chart, hidden from screen readers because the number is beside it. */
export function Bar({ parts, max }: { parts: BarPart[]; max: number }) {
  const starts = toStackOffsets(parts.map(({ value }) => value));
  return (
    <svg aria-hidden="true" focusable="false" className="mt-0.5 block h-2 w-full">
      {parts.map(({ value, fill }, at) =>
        value > 0 ? (
          <rect
            key={fill}
            x={toPercent(starts[at] ?? 0, max)}
            width={toPercent(value, max)}
            height="100%"
            className={`${fills[fill]} stroke-surface`}
          />
        ) : null,
      )}
    </svg>
  );
}

export function LookAlikeMark() {
  const t = useDeskText("inbox");
  return <span className="rounded-sm bg-danger-soft px-1.5 font-semibold text-danger">{t("assistant.mark")}</span>;
}

/** Parts of the overview whose texts include a title. */
type TitledPart<Key> = Key extends `${infer Part}.title` ? Part : never;

export type PanelProps = {
  id: TitledPart<Parameters<DeskText<"overview">>[0]>;
  note: string;
  emptyText?: string;
  children: ReactNode;
};

/** Styles all links on numbers in a panel at once, because the page has hundreds of them. */
const numberLinks =
  "[&_a:not(.link)]:inline-block [&_a:not(.link)]:min-w-6 [&_a:not(.link)]:hover:text-primary [&_a:not(.link)]:hover:underline";

export function ChartPanel({ id, note, emptyText, children }: PanelProps) {
  const t = useDeskText("overview");
  return (
    <figure
      aria-labelledby={id}
      className={`min-w-0 break-inside-avoid rounded-md border border-line bg-surface px-3 py-4 sm:px-5 ${numberLinks}`}
    >
      <figcaption className="mb-4">
        <h2 id={id} className="text-lg">
          {t(`${id}.title`)}
        </h2>
        <p className="mt-1 text-sm text-muted">{note}</p>
      </figcaption>
      {emptyText ? <p className="rounded-sm bg-paper px-4 py-6 text-center text-muted">{emptyText}</p> : children}
    </figure>
  );
}

export const upright =
  "max-sm:inline-block max-sm:rotate-180 max-sm:text-left max-sm:[writing-mode:vertical-rl] sm:flex sm:flex-col sm:items-end";

type Column = { key: string; header: ReactNode; width?: string };
export type FigureRow = { key: string; name: ReactNode; bar?: BarPart[]; figures: FigureProps[] };
type FigureTableProps = { labelledBy: string; columns: Column[]; rows: FigureRow[]; total?: Omit<FigureRow, "key"> };

/** Styles all cells at once, because classes for each cell would be a quarter of the page's size. */
const cellLooks =
  "[&_td]:py-1 [&_td]:pl-2 [&_td]:text-right [&_td]:align-top [&_td]:tabular-nums [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_th[scope=row]]:py-1 [&_th[scope=row]]:text-left [&_th[scope=row]]:wrap-anywhere [&_tbody_th]:font-normal";

/** The first column contains the names. The longest bar fills its cell. */
export function FigureTable({ labelledBy, columns, rows, total }: FigureTableProps) {
  const max = Math.max(1, ...rows.map(({ bar = [] }) => bar.reduce((sum, { value }) => sum + value, 0)));
  const renderFigureCells = ({ figures }: Pick<FigureRow, "figures">) =>
    figures.map((figure, at) => (
      <td key={columns[at + 1]?.key}>
        <LinkedFigure {...figure} />
      </td>
    ));
  return (
    <table aria-labelledby={labelledBy} className={`w-full table-fixed text-sm max-sm:text-[0.8125rem] ${cellLooks}`}>
      <thead>
        <tr>
          {columns.map(({ key, header, width = "" }, at) => (
            <th
              key={key}
              scope="col"
              className={`pb-1 align-bottom font-normal text-muted ${at === 0 ? "text-left" : "pl-2 text-right"} ${width}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              {row.bar && <Bar parts={row.bar} max={max} />}
            </th>
            {renderFigureCells(row)}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="border-t border-edge">
            <th scope="row" className="font-semibold">
              {total.name}
            </th>
            {renderFigureCells(total)}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** With `whole`, shows the count's share of it. */
type FigureProps = { count: number; whole?: number; isStrong?: boolean; href?: string };

export function LinkedFigure({ count, whole, ...link }: FigureProps) {
  const t = useDeskText("overview");
  const format = useDeskFormatter();
  const text = whole === undefined ? format.number(count) : formatShare(t, toShare(count, whole));
  return count === 0 ? <span className="text-muted">{text}</span> : <NumberLink {...link}>{text}</NumberLink>;
}

type NumberLinkProps = { href?: string; isStrong?: boolean; children: ReactNode };

/** Must be inside a `ChartPanel`, which contains the styles. */
export function NumberLink({ href, isStrong = false, children }: NumberLinkProps) {
  const className = isStrong ? "font-semibold" : undefined;
  if (href === undefined || href.length > linkCharactersMax) return <span className={className}>{children}</span>;
  return (
    <a href={href} className={className}>
      {children}
    </a>
  );
}

export function formatShare(t: DeskText<"overview">, share: number | null): string {
  return share === null ? t("noShare") : t("share", { share });
}

export function toStackOffsets(values: number[]): number[] {
  return values.map((_, at) => values.slice(0, at).reduce((sum, value) => sum + value, 0));
}

export function toPercent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 10_000) / 100}%`;
}

const intervalsMax = 4;

/** Returns at most five whole numbers from 0 to at least `max`, with a step of 1, 2 or 5 times a power of ten. */
export function toAxisSteps(max: number): number[] {
  const least = Math.max(1, max) / intervalsMax;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least) ?? power * 10;
  const intervals = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: intervals + 1 }, (_, at) => at * step);
}

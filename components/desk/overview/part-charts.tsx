import type { ReactNode } from "react";
import { toShownName } from "#lib/domain/plain-text.ts";
import {
  type Filters,
  getCountedPath,
  type OverviewGroup,
  type OverviewPart,
  overviewGroups,
  type RangeUnit,
} from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskFormatter, useDeskText, useShortDateFormat } from "#lib/i18n/desk-text.ts";
import {
  ChartPanel,
  ColorSwatch,
  FigureTable,
  type Fill,
  fills,
  LookAlikeMark,
  type PanelProps,
  toAxisSteps,
  toPercent,
  toStackOffsets,
  upright,
} from "./chart.tsx";

const barShare = 0.74;
const namesMax = 4;
const nameMax = 32;
const headMax = 16;

const groupFills: Record<OverviewGroup, Fill> = {
  qualified: "first",
  review: "second",
  redirect: "rest",
  inquiry: "third",
};
const agentFills: Fill[] = ["second", "third", "fourth"];

type Series = { name: string; short?: string; isLookAlike?: boolean; fill: Fill; filters?: Filters };
type PartRow = { from: string; to: string; start: Date; isOver: boolean; values: number[]; total: number };
type ChartProps = { parts: OverviewPart[]; unit: RangeUnit };

export function GroupChart({ parts, unit }: ChartProps) {
  const t = useDeskText("overview");
  const series = overviewGroups.map(
    (group): Series => ({
      name: t(`groups.${group}`),
      fill: groupFills[group],
      filters: group === "inquiry" ? { kind: group } : { route: group },
    }),
  );
  const rows = parts.map(({ groups, ...part }) => ({ ...part, values: overviewGroups.map((group) => groups[group]) }));
  const note = unit === "week" ? `${t("groups.note")} ${t("groups.weeks")}` : t("groups.note");
  return <PartChart id="groups" note={note} series={series} parts={rows} unit={unit} />;
}

type ChannelsProps = ChartProps & { agents: string[]; lookAlikes: readonly string[] };

export function ChannelChart({ parts, unit, agents, lookAlikes }: ChannelsProps) {
  const t = useDeskText("overview");
  const series: Series[] = [
    { name: t("channels.web"), fill: "first", filters: { channel: "web" } },
    ...agents.map(
      (agent, at): Series => ({
        name: formatAgent(t, agent, at, nameMax),
        short: formatAgent(t, agent, at, headMax),
        isLookAlike: lookAlikes.includes(agent),
        fill: agentFills[at] ?? "fourth",
        filters: { channel: "ai_agent", agent },
      }),
    ),
    agents.length > 0
      ? {
          name: t("channels.others"),
          short: t("channels.othersShort"),
          fill: "rest",
          filters: { channel: "ai_agent", agentNot: agents },
        }
      : { name: t("channels.agents"), fill: "rest", filters: { channel: "ai_agent" } },
  ];
  const rows = parts.map((part) => ({ ...part, values: [part.web, ...part.agents, part.otherAgents] }));
  return <PartChart id="channels" note={t("channels.note")} series={series} parts={rows} unit={unit} />;
}

export function UnbookedChart({ parts, unit }: ChartProps) {
  const t = useDeskText("overview");
  const series: Series[] = [
    { name: t("channels.web"), fill: "first", filters: { booking: "none", channel: "web" } },
    { name: t("channels.agents"), fill: "second", filters: { booking: "none", channel: "ai_agent" } },
  ];
  const rows = parts.map(({ unbooked: { web, agents }, ...part }) => ({
    ...part,
    values: [web, agents],
    total: web + agents,
  }));
  return (
    <PartChart
      id="unbooked"
      note={t("unbooked.note")}
      emptyText={t("unbooked.none")}
      series={series}
      filters={{ booking: "none" }}
      parts={rows}
      unit={unit}
    />
  );
}

function formatAgent(t: DeskText<"overview">, agent: string, at: number, max: number): string {
  return toShownName(agent, max) || `${t("channels.agent")} ${at + 1}`;
}

type PartChartProps = Pick<PanelProps, "id" | "note" | "emptyText"> & {
  series: Series[];
  /** Filters of the lists to which totals and series without own filters link. Null if no list shows the items. */
  filters?: Filters | null;
  /** Shown below the table. */
  children?: ReactNode;
  parts: PartRow[];
  unit: RangeUnit;
};

export function PartChart({ id, note, emptyText, series, filters = {}, children, parts, unit }: PartChartProps) {
  const t = useDeskText("overview");
  const formatPart = usePartNameFormat(unit);
  const sums = series.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const newest = parts.at(-1)?.start;
  const columns = [
    { key: "part", header: t(`units.${unit}`), width: "w-14 sm:w-26" },
    ...series.map(({ name, short = name, isLookAlike, fill }) => ({
      key: fill,
      header: (
        <span className={upright}>
          <ColorSwatch fill={fill} /> <bdi className="wrap-anywhere">{short}</bdi>{" "}
          {isLookAlike && (
            <span className="sr-only">
              <LookAlikeMark />
            </span>
          )}
        </span>
      ),
    })),
    { key: "total", header: <span className={upright}>{t("total")}</span> },
  ];
  const rows = parts.toReversed().map((part) => ({
    key: part.start.toISOString(),
    name: (
      <>
        <time dateTime={part.start.toISOString()}>{formatPart(part.start, newest)}</time>
        {!part.isOver && <span className="text-muted"> {t("soFar")}</span>}
      </>
    ),
    figures: [
      ...part.values.map((count, at) => ({ count, href: toHref(toPartFilters(part), series[at]?.filters ?? filters) })),
      { count: part.total, isStrong: true, href: toHref(toPartFilters(part), filters) },
    ],
  }));
  const all: Filters = { from: parts[0]?.from ?? "", to: parts.at(-1)?.to ?? "" };
  const figures = [...sums, total].map((count, at) => ({
    count,
    isStrong: true,
    href: toHref(all, series[at]?.filters ?? filters),
  }));
  return (
    <ChartPanel id={id} note={note} emptyText={total > 0 ? undefined : (emptyText ?? t("none"))}>
      <StackedBars id={id} series={series} parts={parts} unit={unit} />
      <FigureTable labelledBy={id} columns={columns} rows={rows} total={{ name: t("total"), figures }} />
      {children}
    </ChartPanel>
  );
}

const toHref = (days: Filters, filters: Filters | null) => (filters ? getCountedPath(days, filters) : undefined);
const toPartFilters = ({ from, to }: PartRow): Filters => ({ from, to });

function usePartNameFormat(unit: RangeUnit): (start: Date, newest?: Date) => string {
  const formatShortDate = useShortDateFormat();
  const options = unit === "month" ? { day: undefined } : {};
  return (start, newest = start) => formatShortDate(start, newest, options);
}

/** Hidden from screen readers: the table has the numbers. Uses percentages, so that bars scale and text does not. */
function StackedBars({ id, series, parts, unit }: Pick<PartChartProps, "id" | "series" | "parts" | "unit">) {
  const t = useDeskText("overview");
  const formatPart = usePartNameFormat(unit);
  const steps = toAxisSteps(Math.max(...parts.map(({ total }) => total)));
  const top = steps.at(-1) ?? 1;
  const nameEvery = Math.ceil(parts.length / namesMax);
  const openId = `${id}-open`;
  return (
    <div aria-hidden="true">
      <Legend series={series} openId={parts.every(({ isOver }) => isOver) ? null : openId} />
      <div className="mb-3 pt-2 pr-4 pb-7 pl-11">
        <svg aria-hidden="true" className="block h-44 w-full overflow-visible text-[0.8125rem]" focusable="false">
          <defs>
            <pattern id={openId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2.5" height="6" className="fill-surface" />
            </pattern>
          </defs>
          {steps.map((step) => (
            <AxisStep key={step} step={step} top={top} />
          ))}
          {parts.map((part, at) => (
            <g key={part.start.getTime()}>
              <title>{t("partTotal", { part: formatPart(part.start), total: part.total })}</title>
              <PartBar part={part} series={series} top={top} at={at} count={parts.length} openId={openId} />
              {(parts.length - 1 - at) % nameEvery === 0 && (
                <text
                  x={toPercent(at + 0.5, parts.length)}
                  y="100%"
                  dy="1.5em"
                  textAnchor="middle"
                  className="fill-muted"
                >
                  {formatPart(part.start)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** `openId` is the ID of the pattern for a part of the range that is not over yet; null if every part is over. */
export function Legend({ series, openId = null }: { series: readonly Series[]; openId?: string | null }) {
  const t = useDeskText("overview");
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ name, isLookAlike, fill }) => (
        <li key={fill} className="flex items-center gap-1.5 wrap-anywhere">
          <ColorSwatch fill={fill} /> <bdi>{name}</bdi> {isLookAlike && <LookAlikeMark />}
        </li>
      ))}
      {openId !== null && (
        <li className="flex items-center gap-1.5">
          <svg aria-hidden="true" className="size-3 rounded-[2px]" focusable="false">
            <rect width="100%" height="100%" className="fill-muted" />
            <rect width="100%" height="100%" fill={`url(#${openId})`} />
          </svg>
          {t("open")}
        </li>
      )}
    </ul>
  );
}

function AxisStep({ step, top }: { step: number; top: number }) {
  const format = useDeskFormatter();
  const y = toPercent(top - step, top);
  return (
    <g>
      <line x1="0" x2="100%" y1={y} y2={y} className={step === 0 ? "stroke-edge" : "stroke-line"} />
      <text x="0" dx="-8" y={y} dy="0.32em" textAnchor="end" className="fill-muted">
        {format.number(step, { notation: "compact" })}
      </text>
    </g>
  );
}

type PartBarProps = { part: PartRow; series: Series[]; top: number; at: number; count: number; openId: string };

function PartBar({ part: { values, total, isOver }, series, top, at, count, openId }: PartBarProps) {
  const place = { x: toPercent(at + (1 - barShare) / 2, count), width: toPercent(barShare, count) };
  const starts = toStackOffsets(values);
  const rect = (start: number, height: number) => ({
    ...place,
    y: toPercent(top - start - height, top),
    height: toPercent(height, top),
  });
  return (
    <>
      {series.map(({ fill }, at) => {
        const value = values[at] ?? 0;
        const look = `${fills[fill]} stroke-surface`;
        return value > 0 && <rect key={fill} {...rect(starts[at] ?? 0, value)} className={look} />;
      })}
      {!isOver && total > 0 && <rect {...rect(0, total)} fill={`url(#${openId})`} />}
    </>
  );
}

import { useFormatter, useTimeZone } from "next-intl";
import { type OverviewGroup, type OverviewWeek, overviewGroups } from "#lib/domain/desk/overview.ts";
import { toShownName } from "#lib/domain/mail/plain-text.ts";
import { toDay } from "#lib/domain/time-zone.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { Figure, FigureTable, type Fill, fills, Panel, Swatch, toAxisSteps, toPercent } from "./chart.tsx";

/** Bar width as a share of a week's width, and number of weeks named below the bars. */
const barShare = 0.74;
const namesMax = 4;
/** Characters of an agent's name in the legend, and in its column header. */
const nameMax = 32;
const headMax = 16;

const groupFills: Record<OverviewGroup, Fill> = {
  qualified: "first",
  review: "second",
  redirect: "rest",
  inquiry: "third",
};
const agentFills: Fill[] = ["second", "third", "fourth"];

type Series = { name: string; short?: string; fill: Fill };
type WeekRow = { start: Date; isOver: boolean; values: number[]; total: number };

export function Groups({ weeks }: { weeks: OverviewWeek[] }) {
  const t = useDeskText("overview");
  const series = overviewGroups.map((group): Series => ({ name: t(`groups.${group}`), fill: groupFills[group] }));
  const rows = weeks.map(({ groups, ...week }) => ({ ...week, values: overviewGroups.map((group) => groups[group]) }));
  return <Weekly id="groups" title={t("groups.title")} note={t("groups.note")} series={series} weeks={rows} />;
}

export function Channels({ weeks, agents }: { weeks: OverviewWeek[]; agents: string[] }) {
  const t = useDeskText("overview");
  const series: Series[] = [
    { name: t("channels.web"), fill: "first" },
    ...agents.map(
      (agent, at): Series => ({
        name: formatAgent(t, agent, at, nameMax),
        short: formatAgent(t, agent, at, headMax),
        fill: agentFills[at] ?? "fourth",
      }),
    ),
    agents.length > 0
      ? { name: t("channels.others"), short: t("channels.othersShort"), fill: "rest" }
      : { name: t("channels.agents"), fill: "rest" },
  ];
  const rows = weeks.map((week) => ({ ...week, values: [week.web, ...week.agents, week.otherAgents] }));
  return <Weekly id="channels" title={t("channels.title")} note={t("channels.note")} series={series} weeks={rows} />;
}

/** Names without a visible character get a number. */
function formatAgent(t: DeskText<"overview">, agent: string, at: number, max: number): string {
  return toShownName(agent, max) || `${t("channels.agent")} ${at + 1}`;
}

type WeeklyProps = { id: string; title: string; note: string; series: Series[]; weeks: WeekRow[] };

/** Column headers are vertical on narrow pages. */
const upright =
  "max-sm:inline-block max-sm:rotate-180 max-sm:text-left max-sm:[writing-mode:vertical-rl] sm:flex sm:flex-col sm:items-end";

/** Bars of the weeks, the oldest first; below them the numbers, the newest first. */
function Weekly({ id, title, note, series, weeks }: WeeklyProps) {
  const t = useDeskText("overview");
  const formatMonday = useMonday();
  const sums = series.map((_, at) => weeks.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const total = weeks.reduce((sum, week) => sum + week.total, 0);
  const newest = weeks.at(-1)?.start;
  const columns = [
    { key: "week", header: t("week"), width: "w-14 sm:w-26" },
    ...series.map(({ name, short = name, fill }) => ({
      key: fill,
      header: (
        <span className={upright}>
          <Swatch fill={fill} /> <bdi className="wrap-anywhere">{short}</bdi>
        </span>
      ),
    })),
    { key: "total", header: <span className={upright}>{t("total")}</span> },
  ];
  const rows = weeks.toReversed().map((week) => ({
    key: week.start.toISOString(),
    name: (
      <>
        <time dateTime={week.start.toISOString()}>{formatMonday(week.start, newest)}</time>
        {!week.isOver && <span className="text-muted"> {t("soFar")}</span>}
      </>
    ),
    figures: [
      ...week.values.map((value, at) => <Figure key={series[at]?.fill} value={value} />),
      <Figure key="total" value={week.total} isStrong />,
    ],
  }));
  const figures = [...sums, total].map((sum, at) => <Figure key={columns[at + 1]?.key} value={sum} isStrong />);
  return (
    <Panel id={id} title={title} note={note} emptyText={total > 0 ? undefined : t("none")}>
      <StackedBars id={id} series={series} weeks={weeks} />
      <FigureTable labelledBy={id} columns={columns} rows={rows} total={{ key: "total", name: t("total"), figures }} />
    </Panel>
  );
}

/** Formats the start of a week: with the year if `newest` is of another. */
function useMonday(): (start: Date, newest?: Date) => string {
  const format = useFormatter();
  const timeZone = useTimeZone() ?? "UTC";
  const readYear = (time: Date) => toDay(time, timeZone).slice(0, 4);
  return (start, newest) => {
    const isOther = newest && readYear(start) !== readYear(newest);
    return format.dateTime(start, { month: "short", day: "numeric", ...(isOther ? { year: "numeric" } : {}) });
  };
}

/** Hidden from screen readers: the table has the numbers. Relative sizes let the letters keep theirs. */
function StackedBars({ id, series, weeks }: { id: string; series: Series[]; weeks: WeekRow[] }) {
  const t = useDeskText("overview");
  const formatMonday = useMonday();
  const steps = toAxisSteps(Math.max(...weeks.map(({ total }) => total)));
  const top = steps.at(-1) ?? 1;
  const nameEvery = Math.ceil(weeks.length / namesMax);
  const openId = `${id}-open`;
  return (
    <div aria-hidden="true">
      <Legend series={series} openId={openId} />
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
          {weeks.map((week, at) => (
            <g key={week.start.getTime()}>
              <title>{t("weekTotal", { week: formatMonday(week.start), total: week.total })}</title>
              <WeekBar week={week} series={series} top={top} at={at} count={weeks.length} openId={openId} />
              {(weeks.length - 1 - at) % nameEvery === 0 && (
                <text
                  x={toPercent(at + 0.5, weeks.length)}
                  y="100%"
                  dy="1.5em"
                  textAnchor="middle"
                  className="fill-muted"
                >
                  {formatMonday(week.start)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

function Legend({ series, openId }: { series: Series[]; openId: string }) {
  const t = useDeskText("overview");
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ name, fill }) => (
        <li key={fill} className="flex items-center gap-1.5 wrap-anywhere">
          <Swatch fill={fill} /> <bdi>{name}</bdi>
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <svg aria-hidden="true" className="size-3 rounded-[2px]" focusable="false">
          <rect width="100%" height="100%" className="fill-muted" />
          <rect width="100%" height="100%" fill={`url(#${openId})`} />
        </svg>
        {t("open")}
      </li>
    </ul>
  );
}

function AxisStep({ step, top }: { step: number; top: number }) {
  const format = useFormatter();
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

type WeekBarProps = { week: WeekRow; series: Series[]; top: number; at: number; count: number; openId: string };

/** The parts of a week from the bottom up, in the order of the columns. */
function WeekBar({ week: { values, total, isOver }, series, top, at, count, openId }: WeekBarProps) {
  const place = { x: toPercent(at + (1 - barShare) / 2, count), width: toPercent(barShare, count) };
  const ends = values.map((_, part) => values.slice(0, part + 1).reduce((sum, value) => sum + value, 0));
  const rect = (end: number, height: number) => ({
    ...place,
    y: toPercent(top - end, top),
    height: toPercent(height, top),
  });
  return (
    <>
      {series.map(({ fill }, part) => {
        const value = values[part] ?? 0;
        return (
          value > 0 && <rect key={fill} {...rect(ends[part] ?? 0, value)} className={`${fills[fill]} stroke-surface`} />
        );
      })}
      {!isOver && total > 0 && <rect {...rect(total, total)} fill={`url(#${openId})`} />}
    </>
  );
}

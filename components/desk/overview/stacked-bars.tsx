import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";
import { axisOf, percent } from "./axis.ts";
import { fills, type Series, Swatch } from "./series.tsx";

const t = adminText("overview");

/** As much of a week's place as its bar takes, and as many weeks as are named below. */
const barShare = 0.74;
const namesMax = 4;

/** One week, and how much of each series it holds. */
export type WeekRow = { start: Date; isOver: boolean; values: number[]; total: number };
type Props = { id: string; series: Series[]; weeks: WeekRow[] };

/** For the eye alone: the numbers stand in the table below. Places are parts of the whole, so that letters keep their size. */
export function StackedBars({ id, series, weeks }: Props) {
  const steps = axisOf(Math.max(...weeks.map(({ total }) => total)));
  const top = steps.at(-1) ?? 1;
  const nameEvery = Math.ceil(weeks.length / namesMax);
  const openId = `${id}-open`;
  return (
    <div aria-hidden="true">
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
      <div className="mb-3 pt-2 pr-4 pb-7 pl-11">
        <svg aria-hidden="true" className="block h-44 w-full overflow-visible text-[0.8125rem]" focusable="false">
          <defs>
            <pattern id={openId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2.5" height="6" className="fill-surface" />
            </pattern>
          </defs>
          {steps.map((step) => (
            <g key={step}>
              <line
                x1="0"
                x2="100%"
                y1={percent(top - step, top)}
                y2={percent(top - step, top)}
                className={step === 0 ? "stroke-edge" : "stroke-line"}
              />
              <text x="0" dx="-8" y={percent(top - step, top)} dy="0.32em" textAnchor="end" className="fill-muted">
                {deskFormat.number(step, { notation: "compact" })}
              </text>
            </g>
          ))}
          {weeks.map((week, at) => (
            <g key={week.start.getTime()}>
              <title>{t("weekTotal", { week: shortName(week.start), total: week.total })}</title>
              <Bar week={week} series={series} top={top} at={at} count={weeks.length} openId={openId} />
              {(weeks.length - 1 - at) % nameEvery === 0 && (
                <text
                  x={percent(at + 0.5, weeks.length)}
                  y="100%"
                  dy="1.5em"
                  textAnchor="middle"
                  className="fill-muted"
                >
                  {shortName(week.start)}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

type BarProps = { week: WeekRow; series: Series[]; top: number; at: number; count: number; openId: string };

/** One week: its parts from the bottom up, in the order of the table's columns, each edged by the ground. */
function Bar({ week: { values, total, isOver }, series, top, at, count, openId }: BarProps) {
  const place = { x: percent(at + (1 - barShare) / 2, count), width: percent(barShare, count) };
  const endings = values.map((_, part) => values.slice(0, part + 1).reduce((sum, value) => sum + value, 0));
  return (
    <>
      {series.map(({ fill }, part) => {
        const value = values[part] ?? 0;
        if (value === 0) return null;
        const y = percent(top - (endings[part] ?? 0), top);
        return (
          <rect key={fill} {...place} y={y} height={percent(value, top)} className={`${fills[fill]} stroke-surface`} />
        );
      })}
      {!isOver && total > 0 && (
        <rect {...place} y={percent(top - total, top)} height={percent(total, top)} fill={`url(#${openId})`} />
      )}
    </>
  );
}

function shortName(start: Date): string {
  return deskFormat.dateTime(start, { month: "short", day: "numeric" });
}

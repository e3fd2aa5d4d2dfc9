import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";
import { Nothing, nameCell, nameHead, numberCell, numberHead, Panel, tableLook } from "./panel.tsx";
import { type Series, Swatch } from "./series.tsx";
import { StackedBars, type WeekRow } from "./stacked-bars.tsx";

const t = adminText("overview");

type Props = { id: string; title: string; note: string; series: Series[]; weeks: WeekRow[] };

/** Where there is no room for a name beside the others, it stands upright. */
const standing =
  "max-sm:inline-block max-sm:rotate-180 max-sm:text-left max-sm:[writing-mode:vertical-rl] sm:flex sm:flex-col sm:items-end";

/** Bars of the weeks, the oldest first, and below them the numbers, the newest first. */
export function Weekly({ id, title, note, series, weeks }: Props) {
  const sums = series.map((_, at) => weeks.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const total = weeks.reduce((sum, week) => sum + week.total, 0);
  const year = weeks.at(-1)?.start.getUTCFullYear();
  return (
    <Panel id={id} title={title} note={note}>
      {total > 0 ? (
        <>
          <StackedBars id={id} series={series} weeks={weeks} />
          <table aria-labelledby={id} className={tableLook}>
            <thead>
              <tr>
                <th scope="col" className={`${nameHead} w-14 sm:w-26`}>
                  {t("week")}
                </th>
                {series.map(({ name, short = name, fill }) => (
                  <th key={fill} scope="col" className={numberHead}>
                    <span className={standing}>
                      <Swatch fill={fill} /> <bdi className="wrap-anywhere">{short}</bdi>
                    </span>
                  </th>
                ))}
                <th scope="col" className={numberHead}>
                  <span className={standing}>{t("total")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.toReversed().map((week) => (
                <tr key={week.start.getTime()} className="border-t border-line">
                  <th scope="row" className={nameCell}>
                    <time dateTime={week.start.toISOString()}>{weekName(week.start, year)}</time>
                    {!week.isOver && <span className="text-muted"> {t("soFar")}</span>}
                  </th>
                  {week.values.map((value, at) => (
                    <Count key={series[at]?.fill} value={value} />
                  ))}
                  <Count value={week.total} isStrong />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t border-edge">
                <th scope="row" className={`${nameCell} font-semibold`}>
                  {t("total")}
                </th>
                {sums.map((sum, at) => (
                  <Count key={series[at]?.fill} value={sum} isStrong />
                ))}
                <Count value={total} isStrong />
              </tr>
            </tfoot>
          </table>
        </>
      ) : (
        <Nothing text={t("none")} />
      )}
    </Panel>
  );
}

function Count({ value, isStrong = false }: { value: number; isStrong?: boolean }) {
  const look = value === 0 ? "text-muted" : isStrong ? "font-semibold" : "";
  return <td className={`${numberCell} ${look}`}>{deskFormat.number(value)}</td>;
}

/** The Monday; with its year where that is not the latest one's. */
export function weekName(start: Date, year: number | undefined): string {
  const isOther = start.getUTCFullYear() !== year;
  return deskFormat.dateTime(start, { month: "short", day: "numeric", ...(isOther ? { year: "numeric" } : {}) });
}

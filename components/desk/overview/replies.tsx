import { type Replies, replyBounds, shareOf } from "#lib/domain/desk/overview.ts";
import { replyHours } from "#lib/domain/submissions/reply-hours.ts";
import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";
import { Bar } from "./bar.tsx";
import { Nothing, nameCell, nameHead, numberCell, numberHead, Panel, tableLook } from "./panel.tsx";
import type { Fill } from "./series.tsx";
import { percentText } from "./share.ts";

const t = adminText("overview");
const id = "replies";

/** How long it took to answer those who were promised a reply, and who still waits. */
export function ReplyTimes({ replies }: { replies: Replies }) {
  const { promised, inTime, due, waiting, late, median, ninetieth } = replies;
  const rows = rowsOf(replies);
  const max = Math.max(1, ...rows.map(({ count }) => count));
  const facts = [
    [t("replies.median"), hoursText(median)],
    [t("replies.ninetieth"), hoursText(ninetieth)],
    [t("replies.inTime"), percentText(shareOf(inTime, due)), t("replies.inTimeOf", { inTime, due })],
    [t("replies.waiting"), deskFormat.number(waiting), t("replies.late", { late })],
  ] as const;
  return (
    <Panel id={id} title={t("replies.title")} note={t("replies.note", { hours: replyHours })}>
      {promised > 0 ? (
        <>
          <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            {facts.map(([term, value, detail]) => (
              <div key={term}>
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="font-display text-xl font-semibold tabular-nums">{value}</dd>
                {detail && <dd className="text-sm text-muted">{detail}</dd>}
              </div>
            ))}
          </dl>
          <table aria-labelledby={id} className={tableLook}>
            <thead>
              <tr>
                <th scope="col" className={nameHead}>
                  {t("replies.time")}
                </th>
                <th scope="col" className={`${numberHead} w-23`}>
                  {t("replies.count")}
                </th>
                <th scope="col" className={`${numberHead} w-16`}>
                  {t("replies.share")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, count, fill }) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className={nameCell}>
                    {name}
                    <Bar parts={[{ value: count, fill }]} max={max} />
                  </th>
                  <td className={`${numberCell} ${count ? "font-semibold" : "text-muted"}`}>
                    {deskFormat.number(count)}
                  </td>
                  <td className={numberCell}>{percentText(shareOf(count, promised))}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t border-edge">
                <th scope="row" className={`${nameCell} font-semibold`}>
                  {t("replies.promised")}
                </th>
                <td className={`${numberCell} font-semibold`}>{deskFormat.number(promised)}</td>
                <td className={numberCell}>{percentText(shareOf(promised, promised))}</td>
              </tr>
            </tfoot>
          </table>
        </>
      ) : (
        <Nothing text={t("replies.none")} />
      )}
    </Panel>
  );
}

type Row = { name: string; count: number; fill: Fill };

function rowsOf({ distribution, waiting, closed }: Replies): Row[] {
  const answered = distribution.map((count, at): Row => {
    const [from, to] = [replyBounds[at - 1], replyBounds[at]];
    if (to === undefined) return { name: t("replies.over", { from: from ?? 0 }), count, fill: "bad" };
    const name = from === undefined ? t("replies.under", { to }) : t("replies.between", { from, to });
    return { name, count, fill: "third" };
  });
  return [
    ...answered,
    { name: t("replies.stillWaiting"), count: waiting, fill: "second" },
    { name: t("replies.closed"), count: closed, fill: "rest" },
  ];
}

function hoursText(hours: number | null): string {
  if (hours === null) return t("noShare");
  if (hours < 1) return t("replies.minutes", { minutes: Math.round(hours * 60) });
  return t("replies.hours", { hours: deskFormat.number(hours, { maximumFractionDigits: 1 }) });
}

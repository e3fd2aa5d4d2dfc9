import type { ReactNode } from "react";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { Replies } from "#lib/domain/submissions/overview/overview.ts";
import { countedPath, type Filters } from "#lib/domain/submissions/overview/overview-links.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { formatReplyTimeRange } from "../core/condition-texts.tsx";
import { type FigureRow, FigureTable, type Fill, LinkedCount, LinkedShare, NumberLink, Panel } from "./chart.tsx";

const id = "replies";

/** `replyTime` is the current promise, such as "48 hours". */
export function ReplyTimes({ replies, replyTime, days }: { replies: Replies; replyTime: string; days: Filters }) {
  const t = useDeskText("overview");
  const { promised, inTime, due, waiting, late, closed, median, ninetieth, distribution } = replies;
  const link = (filters: Filters) => (words: ReactNode) => (
    <a className="link" href={countedPath(days, filters)}>
      {words}
    </a>
  );
  const dueLinks = { inTimeLink: link({ reply: "in_time" }), dueLink: link({ reply: "due" }) };
  const toTime = (hours: number | null) =>
    hours === null ? (
      t("noShare")
    ) : (
      <NumberLink href={countedPath(days, { reply: "answered" })}>{formatHours(t, hours)}</NumberLink>
    );
  const facts = [
    [t("replies.median"), toTime(median)],
    [t("replies.ninetieth"), toTime(ninetieth)],
    [
      t("replies.inTime"),
      <LinkedShare key="inTime" part={inTime} whole={due} href={countedPath(days, { reply: "in_time" })} />,
      t.rich("replies.inTimeOf", { inTime, due, ...dueLinks }),
    ],
    [
      t("replies.waiting"),
      <LinkedCount key="waiting" value={waiting} isStrong href={countedPath(days, { reply: "waiting" })} />,
      late > 0 ? link({ due: "late" })(t("replies.late", { late })) : t("replies.late", { late }),
    ],
  ] as const;
  const columns = [
    { key: "time", header: t("replies.time") },
    { key: "count", header: t("replies.count"), width: "w-23" },
    { key: "share", header: t("replies.share"), width: "w-20" },
  ];
  const toFigures = (count: number, reply: string) => {
    const href = countedPath(days, { reply });
    return [
      { value: count, isStrong: true, href },
      { part: count, whole: promised, href },
    ];
  };
  const toRow = (name: string, count: number, fill: Fill, reply: string): FigureRow => ({
    key: name,
    name,
    bar: [{ value: count, fill }],
    figures: toFigures(count, reply),
  });
  const rows = [
    ...replyTimes.map((time, at) => toRow(formatReplyTimeRange(t, time), distribution[at] ?? 0, "third", time)),
    toRow(t("replies.stillWaiting"), waiting, "second", "waiting"),
    toRow(t("replies.closed"), closed, "rest", "closed"),
  ];
  return (
    <Panel id={id} note={t("replies.note", { replyTime })} emptyText={promised > 0 ? undefined : t("replies.none")}>
      <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {facts.map(([term, value, detail]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-display text-xl font-semibold tabular-nums">{value}</dd>
            {detail && <dd className="text-sm text-muted">{detail}</dd>}
          </div>
        ))}
      </dl>
      <FigureTable
        labelledBy={id}
        columns={columns}
        rows={rows}
        total={{ name: t("replies.promised"), figures: toFigures(promised, "promised") }}
      />
    </Panel>
  );
}

function formatHours(t: DeskText<"overview">, hours: number): string {
  if (hours < 1) return t("replies.minutes", { minutes: Math.round(hours * 60) });
  return t("replies.hours", { hours });
}

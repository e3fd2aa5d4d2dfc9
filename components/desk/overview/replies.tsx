import type { ReactNode } from "react";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { Replies } from "#lib/domain/submissions/overview/overview.ts";
import { countedPath, type Filters } from "#lib/domain/submissions/overview/overview-links.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { Bar, Figure, FigureTable, type Fill, NumberLink, Panel, Share } from "./chart.tsx";
import { formatReplyTime } from "./texts.ts";

const id = "replies";

/** Shows how long replies took. `replyTime` is the current promise, such as "48 hours". */
export function ReplyTimes({ replies, replyTime, days }: { replies: Replies; replyTime: string; days: Filters }) {
  const t = useDeskText("overview");
  const { promised, inTime, due, waiting, late, median, ninetieth } = replies;
  const counts = toCounts(t, replies);
  const max = Math.max(1, ...counts.map(({ count }) => count));
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
      <Share key="inTime" part={inTime} whole={due} href={countedPath(days, { reply: "in_time" })} />,
      t.rich("replies.inTimeOf", { inTime, due, ...dueLinks }),
    ],
    [
      t("replies.waiting"),
      <Figure key="waiting" value={waiting} isStrong href={countedPath(days, { reply: "waiting" })} />,
      late > 0 ? link({ due: "late" })(t("replies.late", { late })) : t("replies.late", { late }),
    ],
  ] as const;
  const columns = [
    { key: "time", header: t("replies.time") },
    { key: "count", header: t("replies.count"), width: "w-23" },
    { key: "share", header: t("replies.share"), width: "w-20" },
  ];
  const toFigures = (count: number, filters: Filters) => [
    <Figure key="count" value={count} isStrong href={countedPath(days, filters)} />,
    <Share key="share" part={count} whole={promised} href={countedPath(days, filters)} />,
  ];
  const rows = counts.map(({ name, count, fill, filters }) => ({
    key: name,
    name: (
      <>
        {name}
        <Bar parts={[{ value: count, fill }]} max={max} />
      </>
    ),
    figures: toFigures(count, filters),
  }));
  return (
    <Panel
      id={id}
      title={t("replies.title")}
      note={t("replies.note", { replyTime })}
      emptyText={promised > 0 ? undefined : t("replies.none")}
    >
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
        total={{ key: "promised", name: t("replies.promised"), figures: toFigures(promised, { reply: "promised" }) }}
      />
    </Panel>
  );
}

function toCounts(
  t: DeskText<"overview">,
  { distribution, waiting, closed }: Replies,
): { name: string; count: number; fill: Fill; filters: Filters }[] {
  const answered = distribution.map((count, at) => {
    const time = replyTimes[at] ?? "";
    return { name: formatReplyTime(t, time), count, fill: "third" as const, filters: { reply: time } };
  });
  return [
    ...answered,
    { name: t("replies.stillWaiting"), count: waiting, fill: "second", filters: { reply: "waiting" } },
    { name: t("replies.closed"), count: closed, fill: "rest", filters: { reply: "closed" } },
  ];
}

function formatHours(t: DeskText<"overview">, hours: number): string {
  if (hours < 1) return t("replies.minutes", { minutes: Math.round(hours * 60) });
  return t("replies.hours", { hours });
}

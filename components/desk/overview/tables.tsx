import { linkTo } from "#components/ui/link-to.tsx";
import { toShownName } from "#lib/domain/plain-text.ts";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import {
  type AgentSums,
  type Filters,
  getCountedPath,
  type Overview,
  type Replies,
  toOtherReasonsFilters,
  toSourceKey,
} from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { formatReplyTimeRange, formatSource } from "../core/condition-texts.tsx";
import {
  ChartPanel,
  type FigureRow,
  FigureTable,
  type Fill,
  LinkedFigure,
  LookAlikeMark,
  NumberLink,
  upright,
} from "./chart.tsx";
import { Legend } from "./part-charts.tsx";

const figures = ["sent", "confirmed", "qualified", "won"] as const;
const figureFilters = {
  sent: {},
  confirmed: { consent: "confirmed" },
  qualified: { route: "qualified" },
  won: { status: "won" },
};

type AssistantsProps = { overview: Pick<Overview, "assistants">; lookAlikes: readonly string[]; days: Filters };

export function AssistantTable({ overview: { assistants }, lookAlikes, days }: AssistantsProps) {
  const t = useDeskText("overview");
  const { shown, rest } = assistants;
  const toRow = (key: string, name: string, sums: AgentSums, filters: Filters, isLookAlike = false): FigureRow => ({
    key,
    name: (
      <span className="flex flex-wrap gap-x-2">
        <bdi>{name}</bdi>
        {isLookAlike && <LookAlikeMark />}
      </span>
    ),
    bar: [{ value: sums.sent, fill: "second" }],
    figures: figures.map((figure) => ({
      count: sums[figure],
      isStrong: figure === "sent",
      href: getCountedPath(days, { ...filters, ...figureFilters[figure] }),
    })),
  });
  const rows = shown.map((each) => {
    const name = toShownName(each.name) || t("sources.unnamed");
    return toRow(each.key, name, each, { channel: "ai_agent", agent: each.name }, lookAlikes.includes(each.name));
  });
  const names = shown.map(({ name }) => name);
  if (rest) rows.push(toRow("", t("channels.others"), rest, { channel: "ai_agent", agentNot: names }));
  const columns = [
    { key: "name", header: t("assistants.name") },
    ...figures.map((figure) => ({
      key: figure,
      header: <span className={upright}>{t(`assistants.${figure}`)}</span>,
      width: "w-11 sm:w-24",
    })),
  ];
  return (
    <ChartPanel id="assistants" note={t("assistants.note")} emptyText={rows.length ? undefined : t("assistants.none")}>
      <FigureTable labelledBy="assistants" columns={columns} rows={rows} />
    </ChartPanel>
  );
}

type SourceListProps = { overview: Pick<Overview, "sources">; days: Filters };

export function SourceList({ overview: { sources }, days }: SourceListProps) {
  const { shown, rest } = sources;
  const t = useDeskText("overview");
  const legend = [
    { fill: "first", name: t("sources.qualified") },
    { fill: "rest", name: t("sources.other") },
  ] as const;
  type Counts = { total: number; qualified: number };
  const toRow = (key: string, name: string, { total, qualified }: Counts, filters: Filters): FigureRow => ({
    key,
    name: <bdi>{name}</bdi>,
    bar: [
      { value: qualified, fill: "first" },
      { value: total - qualified, fill: "rest" },
    ],
    figures: [
      { count: total, isStrong: true, href: getCountedPath(days, filters) },
      { count: qualified, href: getCountedPath(days, { ...filters, route: "qualified" }) },
    ],
  });
  const rows = shown.map((source) =>
    toRow(toSourceKey(source), formatSource(t, source), source, { source: toSourceKey(source) }),
  );
  if (rest)
    rows.push(toRow("rest", t("sources.rest", { sources: rest.sources }), rest, { sourceNot: shown.map(toSourceKey) }));
  const columns = [
    { key: "source", header: t("sources.source") },
    { key: "total", header: t("sources.count"), width: "w-23" },
    { key: "qualified", header: t("sources.qualified"), width: "w-22" },
  ];
  return (
    <ChartPanel id="sources" note={t("sources.note")} emptyText={rows.length ? undefined : t("none")}>
      <div aria-hidden="true">
        <Legend series={legend} />
      </div>
      <FigureTable labelledBy="sources" columns={columns} rows={rows} />
    </ChartPanel>
  );
}

export function LostReasonTable({ overview: { lost, totals }, days }: { overview: Overview; days: Filters }) {
  const { shown, rest } = lost;
  const t = useDeskText("overview");
  const toRow = (reason: string, count: number, filters: Filters): FigureRow => ({
    key: reason,
    name: <bdi>{reason}</bdi>,
    bar: [{ value: count, fill: "rest" }],
    figures: [{ count, isStrong: true, href: getCountedPath(days, filters) }],
  });
  const rows = shown.map((each) => toRow(each.reason, each.count, { status: "lost", reason: each.reason }));
  if (rest > 0) rows.push(toRow(t("lost.rest"), rest, toOtherReasonsFilters(shown)));
  const columns = [
    { key: "reason", header: t("lost.reason") },
    { key: "count", header: t("lost.count"), width: "w-23" },
  ];
  const total = { count: totals.lost, isStrong: true, href: getCountedPath(days, { status: "lost" }) };
  return (
    <ChartPanel id="lost" note={t("lost.note")} emptyText={totals.lost > 0 ? undefined : t("lost.none")}>
      <FigureTable labelledBy="lost" columns={columns} rows={rows} total={{ name: t("total"), figures: [total] }} />
    </ChartPanel>
  );
}

const repliesId = "replies";

/** `replyTime` is the current promise, such as "48 hours". */
export function ReplyTimeTable({ replies, replyTime, days }: { replies: Replies; replyTime: string; days: Filters }) {
  const t = useDeskText("overview");
  const { promised, inTime, due, waiting, late, closed, median, ninetieth, distribution } = replies;
  const createLink = (filters: Filters) => linkTo(getCountedPath(days, filters));
  const dueLinks = { inTimeLink: createLink({ reply: "in_time" }), dueLink: createLink({ reply: "due" }) };
  const renderHours = (hours: number | null) =>
    hours === null ? (
      t("noShare")
    ) : (
      <NumberLink href={getCountedPath(days, { reply: "answered" })}>{formatHours(t, hours)}</NumberLink>
    );
  const facts = [
    [t("replies.median"), renderHours(median)],
    [t("replies.ninetieth"), renderHours(ninetieth)],
    [
      t("replies.inTime"),
      <LinkedFigure key="inTime" count={inTime} whole={due} href={getCountedPath(days, { reply: "in_time" })} />,
      t.rich("replies.inTimeOf", { inTime, due, ...dueLinks }),
    ],
    [
      t("replies.waiting"),
      <LinkedFigure key="waiting" count={waiting} isStrong href={getCountedPath(days, { reply: "waiting" })} />,
      late > 0 ? createLink({ due: "late" })(t("replies.late", { late })) : t("replies.late", { late }),
    ],
  ] as const;
  const columns = [
    { key: "time", header: t("replies.time") },
    { key: "count", header: t("replies.count"), width: "w-23" },
    { key: "share", header: t("replies.share"), width: "w-20" },
  ];
  const toFigures = (count: number, reply: string) => {
    const href = getCountedPath(days, { reply });
    return [
      { count, isStrong: true, href },
      { count, whole: promised, href },
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
    <ChartPanel
      id={repliesId}
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
        labelledBy={repliesId}
        columns={columns}
        rows={rows}
        total={{ name: t("replies.promised"), figures: toFigures(promised, "promised") }}
      />
    </ChartPanel>
  );
}

function formatHours(t: DeskText<"overview">, hours: number): string {
  if (hours < 1) return t("replies.minutes", { minutes: Math.round(hours * 60) });
  return t("replies.hours", { hours });
}

"use client";

import type { ReactNode } from "react";
import { questionKeys } from "#lib/domain/submissions/core/question-keys.ts";
import {
  type AnswerCount,
  type Filters,
  getCountedPath,
  getInboxPath,
  lateNow,
  type Overview,
  type Totals,
  toAnswerFilters,
  toDaysFilters,
  toShare,
  waitingNow,
} from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { useQuestionTexts } from "../core/condition-texts.tsx";
import { type FigureCard, FigureCards } from "../core/facts.tsx";
import { Bar, ChartPanel, FigureTable, formatShare } from "./chart.tsx";
import { ChannelChart, GroupChart, UnbookedChart } from "./part-charts.tsx";
import { AssistantTable, LostReasonTable, ReplyTimeTable, SourceList } from "./tables.tsx";

type Props = {
  overview: Overview;
  /** Submissions of any age that wait for a reply: within the promised time, and after it. */
  open: { due: number; late: number };
  lookAlikes: readonly string[];
  replyTime: string;
};

/** A client component: a server component would send every number a second time with its markup. */
export function OverviewCharts({ overview, open, lookAlikes, replyTime }: Props) {
  const t = useDeskText("overview");
  const days = toDaysFilters(overview.range.days, { isOpen: true });
  return (
    <>
      <section aria-label={t("key.title")} className="mb-6">
        <FigureCards figures={toFigureCards(t, { overview, open, days })} />
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2 sm:print:grid-cols-2">
        <GroupChart parts={overview.parts} unit={overview.range.unit} />
        <ChannelChart
          parts={overview.parts}
          unit={overview.range.unit}
          agents={overview.agents}
          lookAlikes={lookAlikes}
        />
        {/* Two short tables beside a long one. */}
        <div className="grid gap-4">
          <AssistantTable overview={overview} lookAlikes={lookAlikes} days={days} />
          <LostReasonTable overview={overview} days={days} />
        </div>
        <SourceList overview={overview} days={days} />
        <UnbookedChart parts={overview.parts} unit={overview.range.unit} />
        <ReplyTimeTable replies={overview.replies} replyTime={replyTime} days={days} />
        <AnswerTable answers={overview.answers} days={days} />
      </div>
    </>
  );
}

type Counts = Pick<Props, "overview" | "open"> & { days: Filters };

function toFigureCards(t: DeskText<"overview">, { overview, open: { due, late }, days }: Counts): FigureCard[] {
  const { totals, before, range } = overview;
  const daysBefore = toDaysFilters(range.before);
  const formatTotalComparison = (name: keyof Totals, filters: Filters) =>
    formatComparison(t, totals[name], before[name], getCountedPath(daysBefore, filters));
  const { qualified, evaluations } = totals;
  return [
    {
      name: t("key.total"),
      value: t("count", { count: totals.total }),
      detail: formatTotalComparison("total", {}),
      link: { href: getCountedPath(days, {}), text: t("key.toAll") },
    },
    {
      name: t("key.qualified"),
      value: t("count", { count: qualified }),
      detail: evaluations
        ? [
            t.rich("key.qualifiedDetail", {
              share: formatShare(t, toShare(qualified, evaluations)),
              evaluations,
              link: linkToList(getCountedPath(days, { kind: "evaluation" })),
              shareLink: linkToList(getCountedPath(days, { route: "qualified" })),
            }),
            " ",
            formatTotalComparison("qualified", { route: "qualified" }),
          ]
        : t("key.qualifiedNone"),
      link: { href: getCountedPath(days, { route: "qualified" }), text: t("key.toQualified") },
    },
    {
      name: t("key.won"),
      value: t("count", { count: totals.won }),
      detail: formatTotalComparison("won", { status: "won" }),
      link: { href: getCountedPath(days, { status: "won" }), text: t("key.toWon") },
    },
    {
      name: t("key.waiting"),
      value: t("count", { count: due + late }),
      detail: due + late === 0 ? t("key.waitingNone") : formatLateCount(t, late),
      isBad: late > 0,
      link: { href: getInboxPath(waitingNow), text: t("key.toWaiting") },
    },
  ];
}

const linkToList = (href: string) => (words: ReactNode) => (
  <a key={href} href={href} className="link relative z-1">
    {words}
  </a>
);

function formatComparison(t: DeskText<"overview">, now: number, before: number, href: string): ReactNode {
  if (before === 0) return t("change.none");
  const link = linkToList(href);
  if (now === before) return t.rich("change.same", { before, link });
  const share = Math.abs(now - before) / before;
  return t.rich(now > before ? "change.more" : "change.fewer", { share, before, link });
}

function formatLateCount(t: DeskText<"overview">, count: number): ReactNode {
  const words = t("key.late", { count });
  return count ? linkToList(getInboxPath(lateNow))(words) : words;
}

const answersId = "answers";
const scores = [0, 1, 2];

function AnswerTable({ answers, days }: { answers: AnswerCount[][]; days: Filters }) {
  const t = useDeskText("overview");
  const { getQuestion, getOption } = useQuestionTexts();
  const columns = [
    { key: "option", header: t("answers.option") },
    { key: "all", header: t("answers.all"), width: "w-16" },
    { key: "qualified", header: t("answers.qualified"), width: "w-21" },
  ];
  const total = sumCounts(answers[0] ?? [], "count");
  return (
    <div className="lg:col-span-2 sm:print:col-span-2">
      <ChartPanel id={answersId} note={t("answers.note")} emptyText={total ? undefined : t("answers.none")}>
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3 sm:print:grid-cols-3">
          {questionKeys.map((key, at) => {
            const counts = answers[at] ?? [];
            const [all, qualified] = [sumCounts(counts, "count"), sumCounts(counts, "qualified")];
            const most = Math.max(...counts.map(({ count }) => count));
            const rows = scores.map((score) => {
              const found = counts.find((each) => each.score === score) ?? { count: 0, qualified: 0 };
              const filters = toAnswerFilters(at, score);
              const isMost = all > 0 && found.count === most;
              return {
                key: String(score),
                name: (
                  <span className={isMost ? "font-semibold" : undefined}>
                    {getOption(key, score)}
                    <Bar parts={[{ value: found.count, fill: isMost ? "first" : "rest" }]} max={Math.max(1, all)} />
                  </span>
                ),
                figures: [
                  { count: found.count, whole: all, href: getCountedPath(days, filters) },
                  {
                    count: found.qualified,
                    whole: qualified,
                    href: getCountedPath(days, { ...filters, route: "qualified" }),
                  },
                ],
              };
            });
            return (
              <section key={key}>
                <h3 id={`${answersId}-${key}`} className="mb-1 text-sm font-semibold">
                  {getQuestion(key)}
                </h3>
                <FigureTable labelledBy={`${answersId}-${key}`} columns={columns} rows={rows} />
              </section>
            );
          })}
        </div>
      </ChartPanel>
    </div>
  );
}

function sumCounts(counts: AnswerCount[], name: "count" | "qualified"): number {
  return counts.reduce((total, each) => total + each[name], 0);
}

"use client";

import type { ReactNode } from "react";
import type { CappedCount } from "#lib/domain/submissions/core/submission.ts";
import { type Overview, type Totals, toShare } from "#lib/domain/submissions/overview/overview.ts";
import {
  countedPath,
  type Filters,
  inboxPath,
  lateNow,
  toDaysFilters,
  waitingNow,
} from "#lib/domain/submissions/overview/overview-links.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { type FigureCard, FigureCards } from "../core/facts.tsx";
import { Answers } from "./answers.tsx";
import { formatShare } from "./chart.tsx";
import { Channels, Groups, Unbooked } from "./part-charts.tsx";
import { Assistants, LostReasons, SourceList } from "./rankings.tsx";
import { ReplyTimes } from "./replies.tsx";

type Props = {
  overview: Overview;
  waiting: CappedCount;
  late: CappedCount;
  lookAlikes: readonly string[];
  replyTime: string;
};

/** A client component: a server component would send every number a second time with its markup. */
export function Figures({ overview, waiting, late, lookAlikes, replyTime }: Props) {
  const t = useDeskText("overview");
  const days = toDaysFilters(overview.range.days, { isOpen: true });
  return (
    <>
      <section aria-label={t("key.title")} className="mb-6">
        <FigureCards figures={toCards(t, { overview, waiting, late, days })} />
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2 sm:print:grid-cols-2">
        <Groups parts={overview.parts} unit={overview.range.unit} />
        <Channels parts={overview.parts} unit={overview.range.unit} agents={overview.agents} lookAlikes={lookAlikes} />
        <Assistants overview={overview} lookAlikes={lookAlikes} days={days} />
        <SourceList overview={overview} days={days} />
        <Unbooked parts={overview.parts} unit={overview.range.unit} />
        <ReplyTimes replies={overview.replies} replyTime={replyTime} days={days} />
        <LostReasons overview={overview} days={days} />
        <Answers answers={overview.answers} days={days} />
      </div>
    </>
  );
}

type Counts = Pick<Props, "overview" | "waiting" | "late"> & { days: Filters };

function toCards(t: DeskText<"overview">, { overview, waiting, late, days }: Counts): FigureCard[] {
  const { totals, before, range } = overview;
  const daysBefore = toDaysFilters(range.before);
  const compare = (name: keyof Totals, filters: Filters) =>
    formatChange(t, totals[name], before[name], countedPath(daysBefore, filters));
  const { qualified, evaluations } = totals;
  return [
    {
      name: t("key.total"),
      value: t("count", { count: totals.total }),
      detail: compare("total", {}),
      link: { href: countedPath(days, {}), text: t("key.toAll") },
    },
    {
      name: t("key.qualified"),
      value: t("count", { count: qualified }),
      detail: evaluations
        ? [
            t.rich("key.qualifiedDetail", {
              share: formatShare(t, toShare(qualified, evaluations)),
              evaluations,
              link: linkTo(countedPath(days, { kind: "evaluation" })),
              shareLink: linkTo(countedPath(days, { route: "qualified" })),
            }),
            " ",
            compare("qualified", { route: "qualified" }),
          ]
        : t("key.qualifiedNone"),
      link: { href: countedPath(days, { route: "qualified" }), text: t("key.toQualified") },
    },
    {
      name: t("key.won"),
      value: t("count", { count: totals.won }),
      detail: compare("won", { status: "won" }),
      link: { href: countedPath(days, { status: "won" }), text: t("key.toWon") },
    },
    {
      name: t("key.waiting"),
      value: waiting.isCapped ? t("capped", { count: waiting.count }) : t("count", { count: waiting.count }),
      detail: formatLate(t, waiting, late),
      isBad: late.count > 0,
      link: { href: inboxPath(waitingNow), text: t("key.toWaiting") },
    },
  ];
}

const linkTo = (href: string) => (words: ReactNode) => (
  <a key={href} href={href} className="link relative z-1">
    {words}
  </a>
);

function formatChange(t: DeskText<"overview">, now: number, before: number, href: string): ReactNode {
  if (before === 0) return t("change.none");
  const link = linkTo(href);
  if (now === before) return t.rich("change.same", { before, link });
  const share = Math.abs(now - before) / before;
  return t.rich(now > before ? "change.more" : "change.fewer", { share, before, link });
}

function formatLate(t: DeskText<"overview">, waiting: CappedCount, late: CappedCount): ReactNode {
  if (waiting.count === 0) return t("key.waitingNone");
  const words = late.isCapped ? t("key.lateCapped", { count: late.count }) : t("key.late", { count: late.count });
  return late.count ? linkTo(inboxPath(lateNow))(words) : words;
}

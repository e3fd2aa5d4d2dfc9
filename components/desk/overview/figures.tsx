"use client";

import type { CappedCount } from "#lib/domain/submissions/core/submission.ts";
import type { Overview } from "#lib/domain/submissions/overview/overview.ts";
import { toDaysFilters } from "#lib/domain/submissions/overview/overview-links.ts";
import { Answers } from "./answers.tsx";
import { Assistants } from "./assistants.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { Lost } from "./lost.tsx";
import { Channels, Groups } from "./part-charts.tsx";
import { ReplyTimes } from "./replies.tsx";
import { SourceList } from "./sources.tsx";

type Props = {
  overview: Overview;
  waiting: CappedCount;
  late: CappedCount;
  lookAlikes: readonly string[];
  replyTime: string;
};

/** Rendered in the browser as well: server components would send every number a second time with its markup. */
export function Figures({ overview, waiting, late, lookAlikes, replyTime }: Props) {
  const days = toDaysFilters(overview.range.days, { isOpen: true });
  return (
    <>
      <KeyFigures overview={overview} waiting={waiting} late={late} />
      <div className="grid items-start gap-4 lg:grid-cols-2 sm:print:grid-cols-2">
        <Groups parts={overview.parts} unit={overview.range.unit} />
        <Channels parts={overview.parts} unit={overview.range.unit} agents={overview.agents} lookAlikes={lookAlikes} />
        <Assistants overview={overview} lookAlikes={lookAlikes} days={days} />
        <SourceList overview={overview} days={days} />
        <ReplyTimes replies={overview.replies} replyTime={replyTime} days={days} />
        <Lost overview={overview} days={days} />
        <Answers answers={overview.answers} days={days} />
      </div>
    </>
  );
}

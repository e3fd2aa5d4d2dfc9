import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";
import { UnsentNotice } from "#components/desk/mail/notices.tsx";
import { KeyFigures, Spans } from "#components/desk/overview/key-figures.tsx";
import { ReplyTimes } from "#components/desk/overview/replies.tsx";
import { SourceList } from "#components/desk/overview/sources.tsx";
import { Channels, Groups } from "#components/desk/overview/week-charts.tsx";
import { parseSpan } from "#lib/domain/desk/overview.ts";

import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { countDeadMails } from "#lib/server/mail/mail-queue.ts";
import { countAnsweredInTimeCached, getOverview, reviewedDays } from "#lib/server/submissions/get-overview.ts";
import { countWaiting } from "#lib/server/submissions/list-submissions.ts";
import { getReplyTime } from "#lib/server/submissions/reply-promise.ts";
import { requirePageOperator } from "../session.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("overview");
  return { title: t("title") };
}

export default async function OverviewPage({ searchParams }: Props) {
  const t = await getDeskText("overview");
  const operator = await requirePageOperator();
  const weeks = parseSpan((await searchParams).weeks);
  const context = { operator, now: new Date() };
  // One after another: at once they would take every connection of the desk.
  const overview = await getOverview({ weeks }, context);
  const timely = await countAnsweredInTimeCached(context);
  const { waiting, late } = await countWaiting(context);
  const unsent = await countDeadMails({ operator });
  return (
    <Desk operator={operator} current="overview">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-2xl">{t("title")}</h1>
        <Spans current={weeks} />
      </div>
      <UnsentNotice count={unsent} />
      <KeyFigures overview={overview} timely={timely} days={reviewedDays} waiting={waiting} late={late} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Groups weeks={overview.weeks} />
        <Channels weeks={overview.weeks} agents={overview.agents} />
        <SourceList sources={overview.sources} />
        <ReplyTimes replies={overview.replies} replyTime={getReplyTime("en")} />
      </div>
    </Desk>
  );
}

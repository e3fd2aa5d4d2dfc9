import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";
import { Filters } from "#components/desk/inbox/filters.tsx";
import { ExportLink, Pager, Row } from "#components/desk/inbox/list.tsx";
import { DeskKeys, ListMemory } from "#components/desk/inbox/list-navigation.tsx";
import { HoldNotice, MissingWorkerNotice, UnsentNotice } from "#components/desk/mail/notices.tsx";
import { parseInboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { InboxPage as Page } from "#lib/domain/desk/submission.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { findMailHold } from "#lib/server/mail/hold.ts";
import { countDeadMails } from "#lib/server/mail/mail-queue.ts";
import { findMissingWorker } from "#lib/server/queue/missing-worker.ts";
import { type AnsweredInTime, countAnsweredInTimeCached, reviewedDays } from "#lib/server/submissions/get-overview.ts";
import { listOwners, listSubmissions } from "#lib/server/submissions/list-submissions.ts";
import { requirePageOperator } from "../session.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("inbox");
  return { title: t("title") };
}

export default async function InboxPage({ searchParams }: Props) {
  const t = await getDeskText("inbox");
  const mail = await getDeskText("mail");
  const operator = await requirePageOperator();
  const params = await searchParams;
  const query = parseInboxQuery(params);
  const context = { operator, now: new Date() };
  const [page, owners, timely] = await Promise.all([
    listSubmissions(query, context),
    listOwners(context),
    countAnsweredInTimeCached(context),
  ]);
  const unsent = await countDeadMails({ operator });
  const missingWorker = await findMissingWorker("desk");
  const hold = await findMailHold("desk");
  return (
    <Desk operator={operator} current="inbox">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-2xl">{t("title")}</h1>
        <p className="text-sm text-muted">{formatTimely(t, timely)}</p>
      </div>
      <ListMemory query={String(toQuery(query))} />
      <UnsentNotice count={unsent} />
      <HoldNotice hold={hold}>
        <a className="link py-1.5" href="/admin/mail">
          {mail("hold.link")}
        </a>
      </HoldNotice>
      <MissingWorkerNotice missing={missingWorker} />
      <Filters query={query} owners={owners} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="font-semibold">
          {formatCount(t, page)}
        </p>
        <div className="flex flex-wrap items-center gap-x-6">
          {page.rows.length > 0 && <ExportLink query={query} withdrawn={page.withdrawn} />}
          <DeskKeys />
        </div>
      </div>
      {page.rows.length > 0 ? (
        <ol className="divide-y divide-line rounded-md border border-line bg-surface">
          {page.rows.map((row) => (
            <Row
              key={`${row.kind} ${row.id}`}
              row={row}
              isInSeries={row.kind === "evaluation" && page.seriesIds.includes(row.id)}
            />
          ))}
        </ol>
      ) : (
        <p className="rounded-md border border-line bg-surface p-6">
          {toQuery(query).size ? t("emptyHint") : t("emptyAll")}
        </p>
      )}
      <Pager query={query} page={page} />
    </Desk>
  );
}

function formatTimely(t: DeskText<"inbox">, { inTime, total, share }: AnsweredInTime): string {
  if (share === null) return t("inTimeNone", { days: reviewedDays });
  return t("inTime", { days: reviewedDays, share, inTime, total });
}

function formatCount(t: DeskText<"inbox">, { total: { count, isCapped } }: Page): string {
  if (isCapped) return t("countCapped", { count });
  return count ? t("count", { count }) : t("empty");
}

"use client";

import { useFormatter } from "next-intl";
import { type MouseEvent, memo } from "react";
import type { InboxRow } from "#lib/domain/desk/submission.ts";
import { formatReference, submissionPath } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { describeAssistant } from "../assistant.tsx";
import { OwnerMark, StatusMark } from "../status-mark.tsx";
import { TimeLeft, useNow } from "../time-left.tsx";

type Props = {
  row: InboxRow;
  search: string;
  isInSeries: boolean;
  /** The place of the keys in the list. */
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onOpen: (row: InboxRow) => void;
  onReach: (row: InboxRow) => void;
  onSelect: (row: InboxRow, isRange: boolean) => void;
};

/** One line where the list has the whole width, else two. */
export const Row = memo(function Row(props: Props) {
  const { row, search, isInSeries, isCurrent, isOpen, isSelected, onOpen, onReach, onSelect } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const { name, company, excerpt, route, score, status, owner, clock } = row;
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey) onSelect(row, true);
    else onOpen(row);
  };
  return (
    <li
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 border-b border-line px-3 py-1.5 text-[0.875rem] leading-6 [grid-template-areas:'status_who_clock'_'box_text_facts'] hover:bg-paper has-[a:focus-visible]:bg-primary-soft data-open:bg-primary-soft data-open:shadow-[inset_3px_0_0_var(--primary)] data-selected:bg-accent-soft @4xl:h-9 @4xl:grid-cols-[auto_7.5rem_minmax(0,17rem)_minmax(0,1fr)_auto_8.5rem_1.5rem_4.5rem] @4xl:py-0 @4xl:[grid-template-areas:'box_status_who_text_facts_clock_owner_date']"
    >
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={t("select", { name })}
        onChange={() => undefined}
        onClick={({ shiftKey }) => onSelect(row, shiftKey)}
        className="z-1 size-4 cursor-pointer accent-primary opacity-0 [grid-area:box] group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100 max-sm:hidden forced-colors:opacity-100"
      />
      <span className="flex min-w-0 items-center gap-2 [grid-area:status]" title={inbox(`status.${status}`)}>
        <StatusMark status={status} />
        <span className="@max-4xl:sr-only truncate text-muted">{inbox(`status.${status}`)}</span>
      </span>
      <span className="flex min-w-0 items-baseline gap-2 [grid-area:who]">
        <a
          data-row={`${row.kind}-${row.id}`}
          href={`${submissionPath(row)}${search && `?${search}`}`}
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpen ? "true" : undefined}
          onClick={click}
          onFocus={() => onReach(row)}
          className="min-w-0 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
        >
          <bdi className="font-semibold">{name}</bdi>
          {company !== null && (
            <>
              <span className="sr-only">, </span>
              <bdi className="ml-2 text-muted">{company}</bdi>
            </>
          )}
        </a>
      </span>
      <span className="flex min-w-0 items-center gap-2 [grid-area:text]">
        <Marks row={row} isInSeries={isInSeries} />
        <bdi className="min-w-0 truncate text-muted">{excerpt}</bdi>
      </span>
      <span className="flex items-center justify-end gap-2.5 whitespace-nowrap [grid-area:facts]">
        {score !== null && <span className="text-muted tabular-nums">{inbox("score", { score })}</span>}
        {route && <span className={`@4xl:w-21 @4xl:text-right ${routeLooks[route]}`}>{inbox(`route.${route}`)}</span>}
        {owner && (
          <span className="inline-flex @4xl:hidden">
            <OwnerMark name={owner.name} label={t("ownerIs", { name: owner.name })} />
          </span>
        )}
      </span>
      <span className="justify-self-end [grid-area:clock]">
        <TimeLeft clock={clock} />
      </span>
      <span className="hidden [grid-area:owner] @4xl:inline-flex">
        {owner && <OwnerMark name={owner.name} label={t("ownerIs", { name: owner.name })} />}
      </span>
      <Arrival row={row} />
    </li>
  );
});

const routeLooks = {
  qualified: "font-semibold text-success",
  review: "font-semibold text-primary",
  redirect: "text-muted",
};

/** Its reference, which mails name, is its title. */
function Arrival({ row }: { row: InboxRow }) {
  const format = useFormatter();
  const formatDeskTime = useDeskTime();
  const now = useNow();
  const { createdAt } = row;
  const toDay = (time: Date) => format.dateTime(time, { dateStyle: "short" });
  const isToday = toDay(createdAt) === toDay(now);
  return (
    <span className="hidden justify-self-end whitespace-nowrap text-muted tabular-nums [grid-area:date] @4xl:inline">
      <span className="sr-only">{formatReference(row)} </span>
      <time dateTime={createdAt.toISOString()} title={`${formatReference(row)} · ${formatDeskTime(createdAt)}`}>
        {format.dateTime(createdAt, isToday ? { timeStyle: "short" } : { day: "numeric", month: "short" })}
      </time>
    </span>
  );
}

const markLook = "shrink-0 rounded-sm px-1.5 text-[0.8125rem] leading-5 font-semibold whitespace-nowrap";

function Marks({ row, isInSeries }: { row: InboxRow; isInSeries: boolean }) {
  const t = useDeskText("inbox");
  const triage = useDeskText("triage");
  const formatDeskTime = useDeskTime();
  const { repeatCount, repeatOf, withdrawnAt, snoozedUntil, identity, agentName } = row;
  const now = useNow();
  const assistant = describeAssistant(t, row);
  return (
    <>
      {repeatCount > 0 && (
        <span className={`${markLook} bg-accent-soft`}>{t("repeat.count", { count: repeatCount + 1 })}</span>
      )}
      {repeatOf !== null && (
        <span className={`${markLook} border border-line text-muted`}>{t("repeat.badge", { first: repeatOf })}</span>
      )}
      {snoozedUntil && (
        <span className={`${markLook} bg-accent-soft`}>
          {snoozedUntil <= now
            ? triage("snooze.returned")
            : triage("snooze.until", { time: formatDeskTime(snoozedUntil) })}
        </span>
      )}
      {withdrawnAt && <span className={`${markLook} bg-danger-soft text-danger`}>{t("withdrawn")}</span>}
      {identity.imitatedName !== null && (
        <span className={`${markLook} bg-danger-soft text-danger`}>{t("assistant.mark")}</span>
      )}
      {isInSeries && <span className={`${markLook} bg-accent-soft`}>{t("series.mark")}</span>}
      {assistant && (
        <span className={`${markLook} max-w-32 truncate border border-line text-muted`} title={assistant}>
          <span aria-hidden="true">✦ {identity.host?.name ?? agentName}</span>
          <span className="sr-only">{assistant}</span>
        </span>
      )}
    </>
  );
}

"use client";

import { type MouseEvent, memo } from "react";
import { formatReference, submissionPath, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import {
  useDeskDateFormat,
  useDeskText,
  useDeskTimeFormat,
  useDeskTimeZone,
  useShortDateFormat,
} from "#lib/i18n/desk-text.ts";
import { OwnerMark, StatusMark } from "../core/badges.tsx";
import { describeAssistant } from "../core/condition-texts.tsx";
import { TimeLeft, useNow, useSnoozeText } from "../core/time-left.tsx";
import { useIsReplyUnsent } from "../reply/queued-replies.tsx";

type Props = {
  row: InboxRow;
  search: string;
  /** The list is sorted by the time of the last message. */
  isByMessage: boolean;
  isInSeries: boolean;
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onOpen: (row: InboxRow) => void;
  onReach: (row: InboxRow) => void;
  onSelect: (row: InboxRow, isRange: boolean) => void;
};

export const ListRow = memo(function ListRow(props: Props) {
  const { row, search, isByMessage, isInSeries, isCurrent, isOpen, isSelected, onOpen, onReach, onSelect } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const { name, company, excerpt, route, score, status, owner, clock } = row;
  const ownerMark = owner && <OwnerMark name={owner.name} label={t("ownerIs", { name: owner.name })} />;
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey) onSelect(row, true);
    else onOpen(row);
  };
  return (
    <li
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-unread={row.lastMessage?.state === "unread" || undefined}
      className="group relative flex flex-wrap items-center gap-x-2.5 border-b border-line px-3 py-1.5 text-[0.875rem] leading-6 hover:bg-paper data-open:bg-primary-soft data-open:shadow-[inset_3px_0_0_var(--primary)] data-selected:bg-primary-soft @4xl:h-9 @4xl:flex-nowrap @4xl:py-0 @4xl:pr-6"
    >
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={isCurrent ? 0 : -1}
        aria-label={t("select", { name })}
        onChange={() => undefined}
        onFocus={() => onReach(row)}
        onClick={({ shiftKey }) => onSelect(row, shiftKey)}
        className={`z-1 size-6 cursor-pointer opacity-0 pointer-coarse:opacity-100 group-hover:opacity-100 group-data-selecting/list:opacity-100 focus-visible:opacity-100 forced-colors:opacity-100 ${secondLine}`}
      />
      <span
        className={`flex min-w-0 items-center gap-2 @4xl:w-30 @4xl:shrink-0 ${firstLine}`}
        title={inbox(`status.${status}`)}
      >
        <StatusMark status={status} />
        <span className="@max-4xl:sr-only truncate text-muted">{inbox(`status.${status}`)}</span>
      </span>
      <span
        className={`flex min-w-0 flex-1 items-baseline gap-2 @4xl:w-68 @4xl:flex-initial @min-[96rem]:w-108 ${firstLine}`}
      >
        <a
          data-row={toSubmissionKey(row)}
          href={`${submissionPath(row)}${search && `?${search}`}`}
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpen ? "true" : undefined}
          onClick={handleClick}
          onFocus={() => onReach(row)}
          className="min-w-0 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
        >
          <bdi className="font-semibold group-data-unread:font-bold">{name}</bdi>
          {company !== null && (
            <span>
              <span className="sr-only">, </span>
              <bdi className="ml-2 text-muted">{company}</bdi>
            </span>
          )}
        </a>
      </span>
      <span className="order-2 basis-full @4xl:hidden" />
      <span className={`flex min-w-0 flex-1 items-center gap-2 overflow-hidden @4xl:min-w-24 ${secondLine}`}>
        <RowMarks row={row} isInSeries={isInSeries} />
        <bdi
          lang={row.language}
          className="min-w-0 flex-1 truncate text-muted group-data-unread:font-semibold group-data-unread:text-ink"
        >
          {excerpt}
        </bdi>
      </span>
      <span
        className={`flex items-center justify-end gap-2.5 whitespace-nowrap ${clock.state === "none" ? firstLine : secondLine}`}
      >
        <span className={`${factLook} text-muted tabular-nums`}>{score !== null && inbox("score", { score })}</span>
        <span className={`${factLook} ${route ? routeLooks[route] : ""}`}>{route && inbox(`route.${route}`)}</span>
        {ownerMark && <span className="inline-flex @4xl:hidden">{ownerMark}</span>}
      </span>
      <span className={`text-right @max-4xl:empty:hidden @4xl:w-34 @4xl:shrink-0 ${firstLine}`}>
        <TimeLeft clock={clock} />
      </span>
      <bdi className="hidden w-6 shrink-0 truncate text-muted @4xl:block">{ownerMark}</bdi>
      <bdi className="hidden w-18 shrink-0 truncate text-right text-muted tabular-nums @4xl:block">
        <span className="sr-only">{formatReference(row)} </span>
        <ShortTime
          at={isByMessage ? (row.lastMessage?.at ?? row.createdAt) : row.createdAt}
          title={formatReference(row)}
        />
      </bdi>
    </li>
  );
});

/** The first line of a row in a narrow list. The facts are on it only if the row has no response clock. */
const firstLine = "order-1 @4xl:order-none";
const secondLine = "order-3 @4xl:order-none";

/** The column has the same width in every row, so that the columns before it line up. */
const factLook = "@max-4xl:empty:hidden @4xl:w-21 @4xl:text-right";

const routeLooks = {
  qualified: "font-semibold text-success",
  review: "font-semibold text-primary",
  redirect: "text-muted",
};

/** The title contains the submission's reference, because mails mention it. */
function ShortTime({ at, title }: { at: Date; title: string }) {
  const formatDate = useDeskDateFormat();
  const formatShortDate = useShortDateFormat();
  const formatDeskTime = useDeskTimeFormat();
  const zone = useDeskTimeZone();
  const now = useNow();
  const toDay = (time: Date) => formatDate(time, { dateStyle: "short" });
  const isToday = toDay(at) === toDay(now);
  return (
    <time dateTime={at.toISOString()} title={`${title} · ${formatDeskTime(at)} (${zone})`}>
      {isToday ? formatDate(at, { timeStyle: "short" }) : formatShortDate(at, now)}
    </time>
  );
}

const markLook = "rounded-sm px-1.5 text-[0.8125rem] leading-5 font-semibold whitespace-nowrap";

function RowMarks({ row, isInSeries }: { row: InboxRow; isInSeries: boolean }) {
  const t = useDeskText("inbox");
  const { kind, repeatCount, repeatOf, withdrawnAt, snoozedUntil, identity, agentName, status, spamReasons } = row;
  const wrote = row.lastMessage?.state === "sent" ? null : row.lastMessage;
  const spam = useDeskText("spam");
  const snoozed = useSnoozeText(snoozedUntil, { isShort: true });
  const assistant = describeAssistant(t, row);
  const isUnsent = useIsReplyUnsent(row);
  const reasons = spamReasons.map((reason) => spam(`mark.${reason}`)).join(" · ");
  return (
    <>
      {isUnsent && <span className={`${markLook} shrink-0 bg-danger-soft text-danger`}>{t("replyNotSent")}</span>}
      {wrote && (
        <span
          className={`${markLook} shrink-0 border border-primary text-primary group-data-unread:bg-primary group-data-unread:text-on-primary`}
        >
          {wrote.state === "unread" && <span className="sr-only">{t("messageFilter.unread")}: </span>}
          {t("wrote")} <ShortTime at={wrote.at} title={formatReference(row)} />
        </span>
      )}
      {status === "spam" && reasons && (
        <span className={`${markLook} min-w-0 truncate bg-accent-soft @4xl:max-w-3/4`} title={reasons}>
          {reasons}
        </span>
      )}
      {repeatCount > 0 && (
        <span className={`${markLook} shrink-0 bg-accent-soft`}>{t("repeat.count", { count: repeatCount + 1 })}</span>
      )}
      {repeatOf !== null && (
        <span className={`${markLook} shrink-0 border border-line text-muted`}>
          {t("repeat.badge", { first: formatReference({ kind, id: repeatOf }) })}
        </span>
      )}
      {snoozed && <span className={`${markLook} truncate bg-accent-soft`}>{snoozed}</span>}
      {withdrawnAt && <span className={`${markLook} shrink-0 bg-danger-soft text-danger`}>{t("withdrawn")}</span>}
      {identity.oddCharacters.length > 0 && (
        <span className={`${markLook} shrink-0 bg-danger-soft text-danger`}>{t("assistant.mark")}</span>
      )}
      {isInSeries && <span className={`${markLook} shrink-0 bg-accent-soft`}>{t("series.mark")}</span>}
      {assistant && (
        <span className={`${markLook} max-w-32 truncate border border-line text-muted`} title={assistant}>
          <span aria-hidden="true">
            ✦<span className="@max-md:hidden"> {identity.host?.name ?? agentName}</span>
          </span>
          <span className="sr-only">{assistant}</span>
        </span>
      )}
    </>
  );
}

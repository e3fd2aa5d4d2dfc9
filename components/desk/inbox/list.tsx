"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import {
  formatReference,
  type SubmissionRef,
  selectionMax,
  toSubmissionKey,
} from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { builtInViews } from "#lib/domain/submissions/inbox/views.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { DialogName } from "../changes/change-dialogs.tsx";
import { ActionButton, RefreshContext } from "../core/desk-action.tsx";
import { isSameSubmission, type NewChange, type useInboxList } from "../core/inbox-data.ts";
import { FilterBar, SearchField } from "./filter-bar.tsx";
import { ListRow } from "./row.tsx";
import { type Views, ViewsBar } from "./views.tsx";

type Props = {
  list: ReturnType<typeof useInboxList>;
  search: string;
  isByMessage: boolean;
  current: SubmissionRef | null;
  openRef: SubmissionRef | null;
  selected: ReadonlySet<string>;
  onOpen: (row: InboxRow) => void;
  onReach: (row: InboxRow) => void;
  onSelect: (row: InboxRow, isRange: boolean) => void;
};

/** Only one row is a tab stop: arrow keys and shortcuts move between rows. */
export function SubmissionList({ list, search, isByMessage, current, openRef, selected, ...on }: Props) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const rowList = useRef<HTMLOListElement>(null);
  const { rows, series, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list;
  const openKey = openRef && toSubmissionKey(openRef);
  const tabStop = rows.find((row) => current && isSameSubmission(row, current)) ?? rows[0];

  useEffect(() => {
    if (openKey) rowList.current?.querySelector("[data-open]")?.scrollIntoView({ block: "nearest" });
  }, [openKey]);

  if (!rows.length && list.isError) {
    return (
      <div className="p-6">
        <p className="mb-4">{t("failed")}</p>
        <ActionButton text={t("open.again")} look="secondary" onPress={list.refetch} />
      </div>
    );
  }
  if (!rows.length) {
    const isSpam = search === builtInViews.spam;
    const text = isSpam ? spam("folderEmpty") : inbox(search ? "emptyHint" : "emptyAll");
    return <p className="px-4 py-8 text-muted sm:px-6">{text}</p>;
  }
  return (
    <div className={`min-h-0 flex-1 bg-surface lg:overflow-y-auto ${isPlaceholderData ? "opacity-60" : ""}`}>
      <ol
        ref={rowList}
        aria-label={t("rows")}
        data-selecting={selected.size > 0 || undefined}
        className="group/list @container"
      >
        {rows.map((row) => {
          const key = toSubmissionKey(row);
          return (
            <ListRow
              key={key}
              row={row}
              search={search}
              isByMessage={isByMessage}
              isInSeries={row.kind === "evaluation" && series.has(row.id)}
              isCurrent={row === tabStop}
              isOpen={key === openKey}
              isSelected={selected.has(key)}
              {...on}
            />
          );
        })}
      </ol>
      {hasNextPage && <LoadMoreButton isUnderWay={isFetchingNextPage} onMore={fetchNextPage} />}
    </div>
  );
}

function LoadMoreButton({ isUnderWay, onMore }: { isUnderWay: boolean; onMore: () => unknown }) {
  const t = useDeskText("list");
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: "300px",
    });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={`min-h-11 w-full text-sm ${isUnderWay ? "text-muted" : "link cursor-pointer"}`}
      onClick={() => onMore()}
    >
      {isUnderWay ? t("loading") : t("more")}
    </button>
  );
}

export function useSelection(rows: readonly InboxRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef("");
  /** Selects or deselects a row or, with `isRange`, selects all rows between it and the last one. */
  const select = useCallback(
    (row: InboxRow, isRange: boolean) => {
      const keys = rows.map(toSubmissionKey);
      const key = toSubmissionKey(row);
      const [one, other] = [keys.indexOf(key), isRange ? keys.indexOf(last.current) : -1];
      setSelected((before) => {
        const after = new Set(before);
        if (other >= 0) for (const each of keys.slice(Math.min(one, other), Math.max(one, other) + 1)) after.add(each);
        else if (!after.delete(key)) after.add(key);
        return after;
      });
      last.current = key;
    },
    [rows],
  );
  return { selected, select, selectNone: () => setSelected(new Set()) };
}

type BulkBarProps = {
  rows: readonly InboxRow[];
  onOpenDialog: (name: DialogName) => void;
  onChange: (change: NewChange) => void;
  onClear: () => void;
};

export function BulkActionBar({ rows, onOpenDialog, onChange, onClear }: BulkBarProps) {
  const t = useDeskText("triage");
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const isSpam = rows.every(({ status }) => status === "spam");
  const hasRows = rows.length > 0;
  const button =
    "inline-flex min-h-9 cursor-pointer items-center rounded-full border border-edge bg-surface px-3 text-[0.875rem] font-semibold hover:border-primary hover:text-primary";
  const refs = rows.slice(0, selectionMax).map(formatReference).join(",");
  // Rendered even if empty, because screen readers announce only changes to an existing element.
  return (
    <section
      aria-label={hasRows ? t("bulk.label") : undefined}
      className={`flex flex-wrap items-center gap-1.5 border-b border-line bg-primary-soft px-4 py-1.5 sm:px-6 ${hasRows ? "" : "sr-only"}`}
    >
      <p aria-live="polite" className="mr-2 text-[0.875rem] font-semibold">
        {hasRows && t("bulk.count", { count: rows.length })}
      </p>
      {hasRows && (
        <>
          {(["status", "owner", "finish", "snooze"] as const).map((what) => (
            <button key={what} type="button" className={button} onClick={() => onOpenDialog(what)}>
              {t(`bulk.${what === "finish" ? "close" : what}`)}
            </button>
          ))}
          <button
            type="button"
            className={button}
            onClick={() => onChange({ type: "status", status: isSpam ? "new" : "spam" })}
          >
            {isSpam ? spam("notice.release") : inbox("status.spam")}
          </button>
          <a className={button} href={`/api/admin/inbox/selection?refs=${encodeURIComponent(refs)}`}>
            {t("bulk.export")}
          </a>
          <button type="button" className={`${button} ml-auto`} onClick={onClear}>
            {t("bulk.clear")}
          </button>
          {rows.length > selectionMax && (
            <p role="status" className="basis-full text-[0.875rem]">
              {t("bulk.max", { max: selectionMax })}
            </p>
          )}
        </>
      )}
    </section>
  );
}

type ListHeaderProps = {
  query: InboxQuery;
  list: ReturnType<typeof useInboxList>;
  owners: readonly Owner[];
  me: Owner;
  timely: { short: string; long: string } | null;
  notices: ReactNode;
  views: Views;
  newCount: number;
  onShowNew: () => unknown;
  onFilter: (query: InboxQuery, options?: { isTyped?: boolean }) => void;
};

export function ListHeader(props: ListHeaderProps) {
  const { query, list, owners, me, timely, notices, views, newCount, onShowNew, onFilter } = props;
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const triage = useDeskText("triage");
  const { count, isCapped } = list.first?.total ?? { count: 0, isCapped: false };
  const isFiltered = toQuery(query).size > 0;
  // A former operator may own listed submissions.
  const known = new Map([...owners, ...list.rows.flatMap(({ owner }) => owner ?? [])].map((each) => [each.id, each]));
  return (
    <div className="space-y-2 border-b border-line px-4 py-2 empty:hidden sm:px-6">
      <div className="grid gap-2 *:mb-0 *:px-3 *:py-1.5 *:text-sm empty:hidden">{notices}</div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p aria-hidden="true" className="font-display text-lg font-semibold">
          {inbox("title")}
        </p>
        <p aria-live="polite" className="text-[0.875rem] font-semibold">
          {(list.rows.length > 0 || !list.isError) &&
            (isCapped ? inbox("countCapped", { count }) : inbox(count || !isFiltered ? "count" : "empty", { count }))}
        </p>
        <p aria-live="polite" className="empty:sr-only">
          {newCount > 0 && (
            <button
              type="button"
              onClick={() => onShowNew()}
              className="inline-flex min-h-8 cursor-pointer items-center rounded-full bg-primary-soft px-3 text-[0.875rem] font-semibold text-primary hover:text-primary-strong"
            >
              {triage("live.new", { count: newCount })}
            </button>
          )}
        </p>
        {timely && (
          <p className="text-[0.875rem] text-muted" title={timely.long}>
            {timely.short}
          </p>
        )}
        {list.rows.length > 0 && (
          <a href={toExportPath(query)} className="link text-[0.875rem] @max-3xl:hidden">
            {inbox("export", { withdrawn: list.first?.withdrawn.count ?? 0 })}
          </a>
        )}
        <div className="ml-auto min-w-48 flex-1 basis-48 max-sm:basis-full @3xl:max-w-md">
          <SearchField query={query} onFilter={onFilter} />
        </div>
      </div>
      {/* The views load later than the list, which must not move when they appear. */}
      <div className="space-y-2">
        <RefreshContext value={views.reload}>
          <ViewsBar query={query} views={views} me={me} onFilter={onFilter} />
        </RefreshContext>
        <FilterBar query={query} owners={[...known.values()]} me={me} onFilter={onFilter} />
      </div>
      {query.status.join() === "spam" && list.rows.length > 0 && (
        <p className="text-sm text-muted">{spam("folderNote")}</p>
      )}
    </div>
  );
}

export function toExportPath(query: InboxQuery): string {
  const search = toQuery(toFirstPage(query));
  return search.size ? `/api/admin/inbox/export?${search}` : "/api/admin/inbox/export";
}

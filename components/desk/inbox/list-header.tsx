import type { ReactNode } from "react";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { useList } from "../core/inbox-data.ts";
import { FilterBar, SearchField } from "./filter-bar.tsx";
import { type Views, ViewsBar } from "./views.tsx";

type Props = {
  query: InboxQuery;
  list: ReturnType<typeof useList>;
  owners: readonly Owner[];
  me: Owner;
  timely: { short: string; long: string } | null;
  notices: ReactNode;
  views: Views;
  newCount: number;
  onShowNew: () => unknown;
  onFilter: (query: InboxQuery, options?: { isTyped?: boolean }) => void;
};

export function ListHeader(props: Props) {
  const { query, list, owners, me, timely, notices, views, newCount, onShowNew, onFilter } = props;
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const triage = useDeskText("triage");
  const { count, isCapped } = list.first?.total ?? { count: 0, isCapped: false };
  const isFiltered = toQuery(query).size > 0;
  return (
    <div className="space-y-2 border-b border-line px-4 py-2 empty:hidden sm:px-6">
      <div className="grid gap-2 *:mb-0 *:px-3 *:py-1.5 *:text-sm empty:hidden">{notices}</div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p aria-hidden="true" className="font-display text-lg font-semibold">
          {inbox("title")}
        </p>
        <p aria-live="polite" className="text-[0.875rem] font-semibold">
          {isCapped ? inbox("countCapped", { count }) : inbox(count || !isFiltered ? "count" : "empty", { count })}
        </p>
        <p role="status" className="empty:hidden">
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
        <ViewsBar query={query} views={views} onFilter={onFilter} />
        <FilterBar query={query} owners={owners} me={me} onFilter={onFilter} />
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

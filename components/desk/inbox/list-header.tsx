import type { ReactNode } from "react";
import type { CappedCount, Owner } from "#lib/domain/submissions/core/submission.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { builtInViews } from "#lib/domain/submissions/inbox/views.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import type { useList } from "../core/inbox-data.ts";
import { FilterBar, SearchField } from "./filter-bar.tsx";

type Props = {
  query: InboxQuery;
  list: ReturnType<typeof useList>;
  owners: readonly Owner[];
  me: Owner;
  timely: { short: string; long: string } | null;
  notices: ReactNode;
  views: ReactNode;
  news: ReactNode;
  onFilter: (query: InboxQuery, options?: { isTyped?: boolean }) => void;
};

export function ListHeader({ query, list, owners, me, timely, notices, views, news, onFilter }: Props) {
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const { first } = list;
  return (
    <div className="space-y-2 border-b border-line px-4 py-2 empty:hidden sm:px-6">
      <div className="grid gap-2 *:mb-0 *:px-3 *:py-1.5 *:text-sm empty:hidden">{notices}</div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p aria-hidden="true" className="font-display text-lg font-semibold">
          {inbox("title")}
        </p>
        <p aria-live="polite" className="text-[0.875rem] font-semibold">
          {formatCount(inbox, first?.total, toQuery(query).size > 0)}
        </p>
        {news}
        {timely && (
          <p className="text-[0.875rem] text-muted" title={timely.long}>
            {timely.short}
          </p>
        )}
        {list.rows.length > 0 && (
          <a href={toExportPath(query)} className="link text-[0.875rem] @max-3xl:hidden">
            {inbox("export", { withdrawn: first?.withdrawn.count ?? 0 })}
          </a>
        )}
        <div className="ml-auto min-w-48 flex-1 basis-48 max-sm:basis-full @3xl:max-w-md">
          <SearchField query={query} onFilter={onFilter} />
        </div>
      </div>
      {/* The list must not move when the views load after it. */}
      <div className="space-y-2">
        {views}
        <FilterBar query={query} owners={owners} me={me} onFilter={onFilter} />
      </div>
      {query.status.join() === "spam" && list.rows.length > 0 && (
        <p className="text-sm text-muted">{spam("folderNote")}</p>
      )}
    </div>
  );
}

/** Formats the number of rows. An empty list has its own text only if it is filtered. */
function formatCount(
  t: DeskText<"inbox">,
  { count, isCapped }: CappedCount = { count: 0, isCapped: false },
  isFiltered: boolean,
): string {
  if (isCapped) return t("countCapped", { count });
  return count || !isFiltered ? t("count", { count }) : t("empty");
}

export function useEmptyText(query: InboxQuery): string {
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const search = String(toQuery(query));
  if (search === builtInViews.spam) return spam("folderEmpty");
  return search ? inbox("emptyHint") : inbox("emptyAll");
}

export function toExportPath(query: Parameters<typeof toQuery>[0]): string {
  const search = toQuery(toFirstPage(query));
  return search.size ? `/api/admin/inbox/export?${search}` : "/api/admin/inbox/export";
}

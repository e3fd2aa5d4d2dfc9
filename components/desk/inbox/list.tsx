"use client";

import { useEffect, useRef } from "react";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { builtInViews } from "#lib/domain/submissions/inbox/views.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { useList } from "../core/inbox-data.ts";
import { isSameSubmission } from "../core/pending.ts";
import { ListRow } from "./row.tsx";

type Props = {
  list: ReturnType<typeof useList>;
  search: string;
  isByMessage: boolean;
  current: SubmissionRef | null;
  openRef: SubmissionRef | null;
  selected: ReadonlySet<string>;
  onOpen: (row: InboxRow) => void;
  onReach: (row: InboxRow) => void;
  onSelect: (row: InboxRow, isRange: boolean) => void;
};

/** Only one row is a tab stop; arrows and keys move between rows. */
export function List({ list, search, isByMessage, current, openRef, selected, ...on }: Props) {
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
      {hasNextPage && <More isUnderWay={isFetchingNextPage} onMore={fetchNextPage} />}
    </div>
  );
}

function More({ isUnderWay, onMore }: { isUnderWay: boolean; onMore: () => unknown }) {
  const t = useDeskText("list");
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: "600px",
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

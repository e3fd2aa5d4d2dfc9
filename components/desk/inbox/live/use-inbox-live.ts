"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "#lib/contract/client.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { inboxOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type Cursor, compareRows, type InboxQuery, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { LiveMessage } from "#lib/domain/submissions/inbox/live.ts";
import { isSameSubmission, useInboxData, type useList } from "../../core/inbox-data.ts";
import { useAlerts } from "./use-alerts.ts";
import { createThrottle, useLive } from "./use-live.ts";

/** If more submissions than this have changed, the whole list is read instead of single submissions. */
const rereadMax = 5;
/** Minimum interval between two checks for new rows, however many live messages arrive. */
const checkIntervalMilliseconds = 2_000;

/** Types of changes that add a row to the list, remove one or move one. */
const movingChanges = ["snooze", "returned", "repeated", "separated"];

type List = Pick<ReturnType<typeof useList>, "rows" | "hasNextPage">;

/** Only counts new rows until the operator asks for them, so that rows do not move during work. */
export function useInboxLive(query: InboxQuery, list: List, openRef: SubmissionRef | null, onChange: () => void) {
  const data = useInboxData();
  const { newCount, look, forget } = useNewCount(query, list);
  const onArrival = useAlerts(newCount, openRef);
  const showNew = () => {
    forget();
    return data.refreshList();
  };
  const onMessages = (changes: LiveMessage[]) => {
    onChange();
    if (changes.some(({ type }) => type === "reload")) {
      forget();
      return void data.refresh();
    }
    const changed = changes.filter((message) => message.type === "changed");
    // Leaves out this tab's own changes, which it already shows.
    const news = changed.filter((message) => (data.getKnown(message)?.revision ?? message.revision) < message.revision);
    const refs = new Map(news.map((message) => [toSubmissionKey(message), message]));
    const isMoving = changed.some(({ change }) => movingChanges.includes(change));
    if (isMoving || refs.size > rereadMax) {
      const open = openRef && refs.get(toSubmissionKey(openRef));
      if (open) void data.reread(open);
      return void showNew();
    }
    for (const ref of refs.values()) void data.reread(ref);
    if (changes.some((message) => mayJoin(message, list.rows))) look();
  };
  useLive({ onArrival, onMessages });
  return { newCount, showNew };
}

function useNewCount(query: InboxQuery, { rows, hasNextPage }: List) {
  const [top, setTop] = useState<readonly Cursor[]>([]);
  const latest = useRef(query);
  latest.current = query;
  const reading = useRef(0);
  const [looks] = useState(() =>
    createThrottle(async () => {
      const own = ++reading.current;
      const outcome = await call(inboxOperations.listSubmissions, {}, { search: toQuery(latest.current) });
      // Ignores the result if the list was read or filtered meanwhile, or a later check has started.
      if (outcome.kind === "done" && own === reading.current) setTop(outcome.result.rows);
    }, checkIntervalMilliseconds),
  );
  const forget = useCallback(() => {
    looks.stop();
    reading.current++;
    setTop([]);
  }, [looks]);
  // A list with other filters has no new rows yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change.
  useEffect(() => forget, [String(toQuery(query))]);
  const { sort } = query;
  const newCount = useMemo(() => listNewRows(top, rows, sort, hasNextPage).length, [top, rows, sort, hasNextPage]);
  return { newCount, look: () => looks.ask(), forget };
}

const joiningChanges = ["status", "owner", "inbound"];

export function mayJoin(message: LiveMessage, rows: readonly SubmissionRef[]): boolean {
  if (message.type === "submitted") return true;
  if (message.type !== "changed" || !joiningChanges.includes(message.change)) return false;
  return !rows.some((row) => isSameSubmission(row, message));
}

/** Leaves out rows that belong to the next page. */
export function listNewRows(
  top: readonly Cursor[],
  rows: readonly Cursor[],
  sort: InboxQuery["sort"],
  hasNextPage: boolean,
): Cursor[] {
  const shown = new Set(rows.map(toSubmissionKey));
  const last = hasNextPage ? rows.at(-1) : undefined;
  return top.filter((row) => !shown.has(toSubmissionKey(row)) && !(last && compareRows(sort)(row, last) > 0));
}

"use client";

import { focusManager, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { type CallOutcome, call } from "#lib/contract/client.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { inboxOperations, type LiveMessage, liveOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import {
  type Cursor,
  createRowComparator,
  type InboxQuery,
  toQuery,
} from "#lib/domain/submissions/inbox/inbox-query.ts";
import { isSameSubmission, useInboxData, type useInboxList } from "../../core/inbox-data.ts";
import { useNotice } from "../../core/notice.tsx";
import { useAlerts } from "./use-alerts.ts";

/**
 * Without a valid session, or while the service is away, a visible tab also waits for as long as a hidden one. Browsers
 * may let a tab that is hidden for minutes ask only once a minute.
 */
const pollMilliseconds = { visible: 2_000, hidden: 5_000 };

/** Names the notices about failed reads, which end once a poll succeeds. */
export const readNotice = "read";

type Notify = (notice: { problem: Problem; about: string } | null, about?: string) => void;

/** Tells of an ended session at once, of other failures after three in a row: a restart may cause fewer. */
export function createPollReport(notify: Notify) {
  let [kind, count, isTold] = ["done", 0, false];
  return (outcome: CallOutcome<unknown>) => {
    count = outcome.kind === kind ? count + 1 : 1;
    kind = outcome.kind;
    if (outcome.kind === "done") {
      if (isTold) notify(null, readNotice);
      isTold = false;
    } else if (count === (kind === "unauthorized" ? 1 : 3)) {
      notify({ problem: outcome, about: readNotice });
      isTold = true;
    }
  };
}

type Listeners = {
  /** Called after each poll, also in a hidden tab. */
  onArrival: (messages: LiveMessage[]) => void;
  /** Called once the tab is visible, because requests of a hidden tab would prolong the session. */
  onMessages: (messages: LiveMessage[]) => void;
};

/** Delivers `reload` first, and again whenever too much was missed. */
function useLiveMessages(listeners: Listeners): void {
  const latest = useRef(listeners);
  latest.current = listeners;
  const position = useRef("");
  const known = useRef<ReadonlySet<string>>(new Set());
  const waiting = useRef<LiveMessage[]>([]);
  const notify = useNotice();
  const [report] = useState(() => createPollReport(notify));
  useQuery({
    queryKey: ["changes"],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ after: position.current });
      const outcome = await call(liveOperations.listChanges, {}, { search, signal });
      if (!signal.aborted) report(outcome);
      if (outcome.kind === "done") {
        const { messages } = outcome.result;
        position.current = outcome.result.position;
        const reload = messages.find(({ type }) => type === "reload");
        const news = reload ? [reload] : messages.filter((message) => !known.current.has(getKey(message)));
        known.current = new Set(messages.map(getKey));
        latest.current.onArrival(news);
        waiting.current.push(...news);
      }
      if (!document.hidden && waiting.current.length) latest.current.onMessages(waiting.current.splice(0));
      return outcome.kind;
    },
    refetchInterval: ({ state }) =>
      focusManager.isFocused() && state.data === "done" ? pollMilliseconds.visible : pollMilliseconds.hidden,
    refetchIntervalInBackground: true,
    // Without a network, polls fail instead of waiting, so that the operator is told.
    networkMode: "always",
    refetchOnWindowFocus: "always",
    // A poll without news renders nothing.
    notifyOnChangeProps: [],
  });
}

const getKey = (message: LiveMessage) => ("key" in message ? message.key : "");

/** `ask` calls `run` at the end of the interval, once for all calls of `ask` in between. */
export function createThrottle(run: () => unknown, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const ask = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void run();
    }, milliseconds);
  };
  return { ask, stop };
}

/** If more submissions than this have changed, the whole list is read instead of individual submissions. */
const rereadMax = 5;
/** Minimum interval between two checks for new rows, however many live messages arrive. */
const checkIntervalMilliseconds = 2_000;

/** Types of changes that add a row to the list, remove one or move one. */
const movingChanges = ["snooze", "returned", "repeated", "separated"];

type List = Pick<ReturnType<typeof useInboxList>, "rows" | "hasNextPage">;

/** Counts new rows but does not show them until the operator asks, so that rows do not move during work. */
export function useInboxEvents(query: InboxQuery, list: List, openRef: SubmissionRef | null, onChange: () => void) {
  const data = useInboxData();
  const { newCount, look, forget } = useNewRowCount(query, list);
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
    if (changes.some((message) => mayJoinList(message, list.rows))) look();
  };
  useLiveMessages({ onArrival, onMessages });
  return { newCount, showNew };
}

function useNewRowCount(query: InboxQuery, { rows, hasNextPage }: List) {
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

export function mayJoinList(message: LiveMessage, rows: readonly SubmissionRef[]): boolean {
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
  return top.filter((row) => !shown.has(toSubmissionKey(row)) && !(last && createRowComparator(sort)(row, last) > 0));
}

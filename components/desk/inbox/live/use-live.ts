"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "#lib/contract/client.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import {
  inboxOperations,
  type LiveMessage,
  liveOperations,
  parseLiveMessage,
} from "#lib/domain/submissions/inbox/inbox-page.ts";
import {
  type Cursor,
  createRowComparator,
  type InboxQuery,
  toQuery,
} from "#lib/domain/submissions/inbox/inbox-query.ts";
import { isSameSubmission, useInboxData, type useInboxList } from "../../core/inbox-data.ts";
import { useAlerts } from "./use-alerts.ts";

/**
 * A tab that is hidden for this long closes its connection, because browsers limit connections per site. One tab of the
 * browser keeps its connection, for the title and for notifications.
 */
const hiddenMilliseconds = 30_000;
/** Silence after which the connection counts as lost. The service sends a message at least every fifteen seconds. */
const silenceMaxMilliseconds = 45_000;
const batchMilliseconds = 150;
const waitMilliseconds = { first: 1_000, max: 8_000 };

const keeperLock = "desk-live";

type Listeners = {
  /** Called at once, also in a hidden tab. */
  onArrival: (messages: LiveMessage[]) => void;
  /** Called once the tab is visible, because requests of a hidden tab would prolong the session. */
  onMessages: (messages: LiveMessage[]) => void;
};

/** Resumes at its position after a disconnect. Delivers `reload` first, and again whenever too much was missed. */
function useLiveMessages(listeners: Listeners): void {
  const latest = useRef(listeners);
  latest.current = listeners;
  useEffect(() => {
    const waiting: LiveMessage[] = [];
    const deliver = () => !document.hidden && waiting.length && latest.current.onMessages(waiting.splice(0));
    const connection = new Connection((messages) => {
      latest.current.onArrival(messages);
      waiting.push(...messages);
      deliver();
    });
    const change = () => {
      connection.openOrScheduleClose();
      deliver();
    };
    connection.openOrScheduleClose();
    const mounted = new AbortController();
    const { signal } = mounted;
    // Browsers have locks only for pages with TLS.
    navigator.locks
      ?.request(keeperLock, { signal }, () => {
        connection.isKept = true;
        connection.openOrScheduleClose();
        return new Promise((release) => signal.addEventListener("abort", release));
      })
      .catch(() => undefined);
    document.addEventListener("visibilitychange", change, { signal });
    window.addEventListener("online", change, { signal });
    // A tab beside another window is visible all the time.
    window.addEventListener("focus", change, { signal });
    return () => {
      mounted.abort();
      connection.end();
    };
  }, []);
}

type Timer = "close" | "again" | "silence" | "batch";

class Connection {
  readonly #deliver: (messages: LiveMessage[]) => void;
  #source: EventSource | undefined;
  #position: string | undefined;
  #waiting: LiveMessage[] = [];
  #failures = 0;
  #isEnded = false;
  isKept = false;
  readonly #timers: Record<Timer, number> = { close: 0, again: 0, silence: 0, batch: 0 };

  constructor(deliver: (messages: LiveMessage[]) => void) {
    this.#deliver = deliver;
  }

  get #isWanted(): boolean {
    return this.isKept || !document.hidden;
  }

  openOrScheduleClose(): void {
    if (this.#isWanted) this.#open();
    else this.#start("close", () => this.#close(), hiddenMilliseconds);
  }

  #open(): void {
    window.clearTimeout(this.#timers.close);
    if (this.#source || this.#isEnded) return;
    window.clearTimeout(this.#timers.again);
    const after = this.#position === undefined ? "" : `?after=${encodeURIComponent(this.#position)}`;
    const source = new EventSource(`/api${liveOperations.watchInbox.path}${after}`);
    this.#source = source;
    source.onmessage = ({ data, lastEventId }) => this.#handleMessage(String(data), lastEventId);
    // Reconnects with our own timer, because the browser stops reconnecting for good when the server refuses.
    source.onerror = () => this.#reconnectLater();
    this.#restartSilenceTimer();
  }

  end(): void {
    this.#isEnded = true;
    this.#close();
    for (const timer of Object.values(this.#timers)) window.clearTimeout(timer);
  }

  #handleMessage(data: string, position: string): void {
    const message = parseLiveMessage(data);
    this.#failures = 0;
    this.#restartSilenceTimer();
    // An event without an ID keeps the position: browsers then report the previous ID.
    if (position) this.#position = position;
    if (message?.type === "ended") {
      // After a sign-in in another tab, it opens again once this tab is shown or used.
      if (message.reason === "session") this.#close();
      else this.#reconnectLater();
    } else if (message && message.type !== "beat") {
      this.#waiting.push(message);
      if (this.#waiting.length > 1) return;
      this.#start("batch", () => this.#deliver(this.#waiting.splice(0)), batchMilliseconds);
    }
  }

  #restartSilenceTimer(): void {
    this.#start("silence", () => this.#reconnectLater(), silenceMaxMilliseconds);
  }

  #reconnectLater(): void {
    this.#close();
    const most = Math.min(waitMilliseconds.max, waitMilliseconds.first * 2 ** this.#failures++);
    // Spread the reconnects of all tabs after a restart.
    this.#start("again", () => this.#isWanted && this.#open(), most * (0.5 + Math.random() / 2));
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    window.clearTimeout(this.#timers.silence);
    window.clearTimeout(this.#timers.again);
  }

  #start(name: Timer, run: () => unknown, milliseconds: number): void {
    window.clearTimeout(this.#timers[name]);
    this.#timers[name] = window.setTimeout(run, milliseconds);
  }
}

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

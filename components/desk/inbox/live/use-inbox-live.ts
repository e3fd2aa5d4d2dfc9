"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { Cursor, InboxQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { LiveMessage, Viewer } from "#lib/domain/submissions/inbox/live.ts";
import { mayJoin } from "./may-join.ts";
import { listNewRows } from "./new-rows.ts";
import { Paced } from "./paced.ts";
import { useLive } from "./use-live.ts";
import { useViewing } from "./use-viewing.ts";

/** Beyond this number, the whole list is read instead of single submissions. */
const rereadMax = 5;
/** Minimum interval between two checks for new rows, however many messages arrive. */
const checkIntervalMilliseconds = 2_000;

/** Changes that add a row to the list, remove one or move one. */
const movingChanges = ["snooze", "returned", "repeated", "separated"];

type Data = {
  getKnown: (ref: SubmissionRef) => { revision: number } | undefined;
  /** Never rejects. */
  reread: (ref: SubmissionRef) => Promise<unknown>;
  refreshList: () => Promise<unknown>;
  refresh: () => Promise<unknown>;
};

type List = {
  /** The list's filters, as in the URL. */
  search: string;
  sort: InboxQuery["sort"];
  rows: readonly Cursor[];
  hasNextPage: boolean;
  /** Reads the rows at the start of the list on the server. */
  readTop: () => Promise<readonly Cursor[]>;
};

/**
 * Keeps the list and the open submission in sync with the server. New rows are only counted until the operator asks for
 * them, so that rows do not move while the operator works.
 */
export function useInboxLive(data: Data, list: List, openRef: SubmissionRef | null, onChange: () => void) {
  const [viewers, setViewers] = useState<Viewer[]>([]);
  const { newCount, look, forget } = useNewCount(list);
  useViewing(openRef);
  const showNew = () => {
    forget();
    return data.refreshList();
  };
  useLive((messages) => {
    const seen = messages.findLast((message) => message.type === "viewers");
    if (seen?.type === "viewers") setViewers(seen.viewers);
    const changes = messages.filter((message) => message.type !== "viewers");
    if (!changes.length) return;
    onChange();
    if (changes.some(({ type }) => type === "reload")) {
      forget();
      return void data.refresh();
    }
    const changed = changes.filter((message) => message.type === "changed");
    const refs = new Map(
      changed.filter((message) => isNews(data, message)).map((message) => [toSubmissionKey(message), message]),
    );
    const isMoving = changed.some(({ change }) => movingChanges.includes(change));
    if (isMoving || refs.size > rereadMax) {
      const open = openRef && refs.get(toSubmissionKey(openRef));
      if (open) void data.reread(open);
      return void showNew();
    }
    for (const ref of refs.values()) void data.reread(ref);
    if (changes.some((message) => mayJoin(message, list.rows))) look();
  });
  return { newCount, showNew, viewers };
}

/** Returns false for the tab's own changes, which it already shows. */
function isNews(data: Data, message: LiveMessage & { type: "changed" }): boolean {
  const known = data.getKnown(message);
  return known !== undefined && known.revision < message.revision;
}

/** Counts the rows at the start of the list that are not shown. */
function useNewCount({ search, sort, rows, hasNextPage, readTop }: List) {
  const [top, setTop] = useState<readonly Cursor[]>([]);
  const latest = useRef(readTop);
  latest.current = readTop;
  const reading = useRef(0);
  const [looks] = useState(
    () =>
      new Paced(async () => {
        const own = ++reading.current;
        const read = await latest.current().catch(() => undefined);
        // Ignore the result if the list was read or filtered meanwhile, or a later check has started.
        if (read && own === reading.current) setTop(read);
      }, checkIntervalMilliseconds),
  );
  const forget = useCallback(() => {
    looks.stop();
    reading.current++;
    setTop([]);
  }, [looks]);
  // A list with other filters has no new rows yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change.
  useEffect(() => forget, [search]);
  const look = () => looks.ask();
  const newCount = useMemo(() => listNewRows(top, rows, sort, hasNextPage).length, [top, rows, sort, hasNextPage]);
  return { newCount, look, forget };
}

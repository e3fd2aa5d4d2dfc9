"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Owner, OwnerChoice } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { type Asked, ChangeDialogs } from "../changes/change-dialogs.tsx";
import { useChanges } from "../changes/use-changes.ts";
import { RefreshContext } from "../core/desk-action.tsx";
import { CallProblem, type InitialData, useInboxData, useList } from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { isSameSubmission, type NewChange, usePending, withPending } from "../core/pending.ts";
import { NowProvider } from "../core/time-left.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { useInboxAddress } from "./inbox-address.ts";
import { List } from "./list.tsx";
import { ListHeader, toExportPath, useEmptyText } from "./list-header.tsx";
import { NewSubmissions, ViewerNames } from "./live/live-marks.tsx";
import { useInboxLive } from "./live/use-inbox-live.ts";
import { OpenSubmission } from "./open-submission.tsx";
import { countListed } from "./place.ts";
import { useSelection } from "./selection.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { useMoves } from "./use-moves.ts";
import { useViews, ViewsBar } from "./views/views-bar.tsx";

export type InboxProps = {
  initial: InitialData;
  owners: readonly OwnerChoice[];
  me: Owner;
  isAdmin: boolean;
  now: Date;
  /** Share of replies in time, and an explanation of how it is counted. Null if unknown. */
  timely: { short: string; long: string } | null;
  /** Notices that operators should read first, shown above the list. */
  notices: ReactNode;
};

export function Inbox(props: InboxProps) {
  const notify = useNotice();
  const [client] = useState(() => {
    const retry = (count: number, error: Error) =>
      count < 2 && error instanceof CallProblem && /^(no_answer|unavailable)$/.test(error.problem.kind);
    const onError = (error: Error) => {
      if (error instanceof CallProblem && error.problem.kind !== "not_found") notify({ problem: error.problem });
    };
    return new QueryClient({ queryCache: new QueryCache({ onError }), defaultOptions: { queries: { retry } } });
  });
  return (
    <QueryClientProvider client={client}>
      <NowProvider start={props.now}>
        <InboxScreen {...props} />
      </NowProvider>
    </QueryClientProvider>
  );
}

function InboxScreen({ initial, owners, me, isAdmin, timely, notices }: InboxProps) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const notify = useNotice();
  const data = useInboxData();
  const address = useInboxAddress();
  const { openRef, query, search, filter } = address;
  const emptyText = useEmptyText(query);
  const list = useList(query, initial);
  const { rows, hasNextPage } = list;
  const { selected, select, selectNone } = useSelection(rows);
  const moves = useMoves(address, rows, selectNone);
  const { subject, at } = moves;
  const [asked, setAsked] = useState<Asked>(null);
  const views = useViews();
  const live = useInboxLive(query, list, openRef, views.recount);
  const changes = useChanges(useSettling(openRef));

  const pending = usePending();
  const chosen = rows.filter((row) => selected.has(toSubmissionKey(row)));
  /**
   * Reads the cache on each call, because this component does not render again when a submission outside the list is
   * read.
   */
  const listSubject = () => {
    const known = subject && data.getKnown(subject);
    return known ? [withPending(known, pending)] : [];
  };
  const listTargets = () => (chosen.length ? chosen : listSubject().filter(({ repeatOf }) => repeatOf === null));
  const targets = listTargets();
  const change = (next: NewChange) => {
    changes.apply(listTargets(), next);
    if (chosen.length) selectNone();
  };
  const ask = (what: Asked) => listTargets().length > 0 && setAsked(what);

  useInboxCommands({
    isOpen: openRef !== null,
    onMove: moves.move,
    onOpen: () => subject && !openRef && moves.open(subject),
    onClose: moves.close,
    onAsk: ask,
    onMine: () => change({ type: "owner", owner: me }),
    onField: moves.focusField,
    onUndo: () => changes.undoLast() || notify({ done: t("change.nothingToUndo") }),
    onSelect: () => rows[at] && select(rows[at], false),
    exportPath: rows.length > 0 ? toExportPath(query) : null,
  });
  useEffect(() => {
    const refresh = ({ persisted }: PageTransitionEvent) => persisted && data.refresh();
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [data]);
  const [next, previous] = at >= 0 ? [rows[at + 1], rows[at - 1]] : [];
  useEffect(() => {
    if (!openRef) return;
    for (const ref of [next, previous]) if (ref) void data.prefetch(ref);
  }, [data, openRef, next, previous]);

  const { count, isCapped } = countListed(list.first?.total, rows.length, hasNextPage);
  return (
    <RefreshContext value={data.refresh}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks on links, which work by keyboard. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className="flex min-h-0 flex-1 max-lg:flex-col" onClick={moves.follow}>
        {/* Present even when the submission covers the list. */}
        <h1 className="sr-only">{inbox("title")}</h1>
        <div
          className={`@container flex min-h-0 min-w-0 flex-col ${openRef ? "max-lg:hidden lg:w-[45%] lg:border-r min-[110rem]:w-2/5 lg:border-line" : "flex-1"}`}
        >
          <ListHeader
            query={query}
            list={list}
            owners={owners}
            me={me}
            timely={timely}
            notices={notices}
            views={<ViewsBar query={query} views={views} onFilter={filter} />}
            news={<NewSubmissions count={live.newCount} onShow={live.showNew} />}
            onFilter={filter}
          />
          <BulkBar rows={chosen} onAsk={ask} onChange={change} onClear={selectNone} />
          <List
            list={list}
            search={search}
            current={moves.current}
            openRef={openRef}
            selected={selected}
            emptyText={emptyText}
            onOpen={moves.open}
            onReach={moves.reach}
            onSelect={select}
          />
        </div>
        {openRef && (
          <OpenSubmission
            key={toSubmissionKey(openRef)}
            openRef={openRef}
            row={rows[at]}
            initial={initial.submission}
            viewers={<ViewerNames viewers={live.viewers} openRef={openRef} owners={owners} me={me} />}
            place={at >= 0 ? t(isCapped ? "open.placeCapped" : "open.place", { at: at + 1, count }) : null}
            takesFocus={moves.hasMoved}
            me={me}
            isAdmin={isAdmin}
            owners={owners}
            onMove={moves.move}
            onClose={moves.close}
            onStatus={() => ask("status")}
            onOwner={() => ask("owner")}
            onChange={(next) => changes.apply(listSubject(), next)}
            onUndo={(submission, event) => changes.undoStatus(submission, event)}
          />
        )}
      </div>
      <ChangeDialogs
        asked={asked}
        subjects={targets}
        owners={owners}
        me={me}
        onChange={change}
        onClose={() => setAsked(null)}
      />
    </RefreshContext>
  );
}

/**
 * Reads the list again after a change. The open submission keeps its row until the operator moves on, even if it no
 * longer matches.
 */
function useSettling(openRef: SubmissionRef | null) {
  const data = useInboxData();
  const open = useRef(openRef);
  open.current = openRef;
  const isChanged = useRef(false);
  const settle = useCallback(() => {
    if (isChanged.current) void data.refreshList();
    isChanged.current = false;
  }, [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another submission opens
  useEffect(settle, [openRef, settle]);
  return (ref: SubmissionRef) => {
    isChanged.current = true;
    if (!open.current || !isSameSubmission(open.current, ref)) settle();
  };
}

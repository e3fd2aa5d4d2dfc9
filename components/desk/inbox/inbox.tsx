"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { InboxRow, Owner, OwnerChoice } from "#lib/domain/desk/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { takeLinks } from "../commands/open-link.ts";
import { RefreshContext } from "../desk-action.tsx";
import { NewSubmissions, ViewerNames } from "../live/live-marks.tsx";
import { useInboxLive } from "../live/use-inbox-live.ts";
import { useNotice } from "../notice.tsx";
import { isPlainClick } from "../plain-click.ts";
import { NowProvider } from "../time-left.tsx";
import { useViews, ViewsBar } from "../views/views-bar.tsx";
import { type Asked, ChangeDialogs } from "./change-dialogs.tsx";
import { useChangeTexts } from "./change-texts.ts";
import { parseSubmissionPath, useInboxAddress } from "./inbox-address.ts";
import { type InitialData, ReadProblem, readTop, useInboxData, useList } from "./inbox-data.ts";
import { List } from "./list.tsx";
import { ListHeader, toExportPath, useEmptyText } from "./list-header.tsx";
import { OpenSubmission } from "./open-submission.tsx";
import { countListed, findNext, focusRow } from "./place.ts";
import { useSelection } from "./selection.ts";
import { Undos } from "./undos.ts";
import { formatUndoRefused } from "./use-bulk.ts";
import { type NewChange, useChanges } from "./use-changes.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { useMany } from "./use-many.tsx";

export type InboxProps = {
  initial: InitialData;
  owners: readonly OwnerChoice[];
  me: Owner;
  isAdmin: boolean;
  now: Date;
  /** Share of the answers in time, and how it is counted; null while it is not known. */
  timely: { short: string; long: string } | null;
  /** What an operator has to know before any work. */
  notices: ReactNode;
};

export function Inbox(props: InboxProps) {
  const notify = useNotice();
  const [client] = useState(() => {
    const retry = (count: number, error: Error) =>
      count < 2 && error instanceof ReadProblem && /^(no_answer|unavailable)$/.test(error.problem.kind);
    const onError = (error: Error) => {
      if (error instanceof ReadProblem && error.problem.kind !== "not_found") notify({ problem: error.problem });
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
  const triage = useDeskText("triage");
  const { formatDone, formatConflict } = useChangeTexts();
  const notify = useNotice();
  const data = useInboxData();
  const { openRef, query, search, filter, open, close } = useInboxAddress();
  const emptyText = useEmptyText(query);
  const list = useList(query, initial);
  const { rows, hasNextPage } = list;
  const [current, setCurrent] = useState<SubmissionRef | null>(openRef);
  const { selected, select, selectNone } = useSelection(rows);
  const [asked, setAsked] = useState<Asked>(null);
  const [undos] = useState(() => new Undos());
  const views = useViews();
  const listed = { search, sort: query.sort, rows, hasNextPage, readTop: () => readTop(query) };
  const hasMoved = useRef(false);
  const isChanged = useRef(false);
  const subject = openRef ?? current;
  const known = subject && data.getKnown(subject);
  const openKey = useRef<string | null>(null);
  openKey.current = openRef && toSubmissionKey(openRef);

  /** The row of the open submission stays until the operator moves on, also where it no longer matches. */
  const settle = useCallback(() => {
    if (isChanged.current) void data.refreshList();
    isChanged.current = false;
  }, [data]);

  const { apply, undoStatus, afterPending, reread } = useChanges(data, me, undos, {
    onDone: ({ ref, change }, undo) => {
      isChanged.current = true;
      if (toSubmissionKey(ref) !== openKey.current) settle();
      const actions = undo ? [{ text: t("change.undo"), keys: "z", run: () => undos.undo(undo) }] : [];
      notify({ done: formatDone(ref, change), actions });
    },
    onConflict: (conflict) => {
      const { ref, change } = conflict;
      const actions = [{ text: t("change.anyway"), run: () => apply(ref, change) }];
      notify({ refused: formatConflict(conflict), actions });
    },
    onProblem: (problem) => notify({ problem }),
    onUndoRefused: (result) => notify({ refused: formatUndoRefused(triage, result) ?? "" }),
  });

  // Read again, a submission still shows what is changed here and not yet stored.
  const live = useInboxLive({ ...data, reread }, listed, openRef, views.recount);
  const many = useMany({
    chosen: rows.filter((row) => selected.has(toSubmissionKey(row))),
    onClear: selectNone,
    subject: known,
    owners,
    me,
    undos,
    afterPending,
    onChanged: data.submissionsChanged,
  });

  /** Once the row is drawn; who has opened a submission meanwhile stays there. */
  const focusRowSoon = (ref: SubmissionRef) =>
    window.requestAnimationFrame(() => openKey.current === null && focusRow(ref));
  const openRow = useCallback(
    (ref: SubmissionRef) => {
      hasMoved.current = true;
      openKey.current = toSubmissionKey(ref);
      setCurrent(ref);
      open(ref);
    },
    [open],
  );
  const closeRow = () => {
    if (!openRef) return selectNone();
    setCurrent(openRef);
    close();
    openKey.current = null;
    focusRowSoon(openRef);
  };
  const at = subject ? rows.findIndex((row) => toSubmissionKey(row) === toSubmissionKey(subject)) : -1;
  const order = useRef(rows);
  if (at >= 0) order.current = rows;
  const move = (by: 1 | -1) => {
    const next = subject ? findNext(order.current, subject, by, rows) : rows.at(by > 0 ? 0 : -1);
    if (!next) return;
    if (openRef) return openRow(next);
    setCurrent(next);
    focusRowSoon(next);
  };
  useEffect(() => {
    if (openRef || !current || rows.some((row) => toSubmissionKey(row) === toSubmissionKey(current))) return;
    // The row has left the list: its neighbour takes its place, and the focus, which was lost with it.
    const heir = findNext(order.current, current, 1, rows) ?? findNext(order.current, current, -1, rows);
    setCurrent(heir ?? null);
    if (heir && document.activeElement === document.body) window.requestAnimationFrame(() => focusRow(heir));
  }, [openRef, current, rows]);
  const reach = useCallback(
    (row: InboxRow) => setCurrent((now) => (now && toSubmissionKey(now) === toSubmissionKey(row) ? now : row)),
    [],
  );
  const change = (next: NewChange) => subject && apply(subject, next);
  const ask = (what: Asked) => many.ask(what) || (known && known.repeatOf === null && setAsked(what));
  const focusField = (id: string) => {
    if (!openRef && subject) openRow(subject);
    const focus = () => document.getElementById(id)?.focus();
    if (document.getElementById(id)) focus();
    else window.setTimeout(focus, 100);
  };

  useInboxCommands({
    isOpen: openRef !== null,
    onMove: move,
    onOpen: () => subject && !openRef && openRow(subject),
    onClose: closeRow,
    onAsk: ask,
    onMine: () => many.take() || (known?.repeatOf === null && change({ type: "owner", owner: me })),
    onField: focusField,
    onUndo: () => undos.undoLast() || notify({ done: t("change.nothingToUndo") }),
    onSelect: () => at >= 0 && rows[at] && select(rows[at], false),
    exportPath: rows.length > 0 ? toExportPath(query) : null,
  });

  useEffect(
    () =>
      takeLinks((path) => {
        const ref = parseSubmissionPath(new URL(path, window.location.origin).pathname);
        if (ref) openRow(ref);
        return ref !== null;
      }),
    [openRow],
  );
  useEffect(() => {
    if (openRef) setCurrent(openRef);
    settle();
  }, [openRef, settle]);
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

  /** Links between submissions stay on this page. */
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const ref = link && link.origin === window.location.origin ? parseSubmissionPath(link.pathname) : null;
    if (!ref) return;
    event.preventDefault();
    openRow(ref);
  };
  const { count, isCapped } = countListed(list.first?.total, rows.length, hasNextPage);
  return (
    <RefreshContext value={data.refresh}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it takes the clicks of links, which have their keys. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className="flex min-h-0 flex-1 max-lg:flex-col" onClick={follow}>
        {/* Also where the submission covers the list. */}
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
          {many.bar}
          <List
            list={list}
            search={search}
            current={current}
            openRef={openRef}
            selected={selected}
            emptyText={emptyText}
            onOpen={openRow}
            onReach={reach}
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
            takesFocus={hasMoved.current}
            me={me}
            isAdmin={isAdmin}
            owners={owners}
            onMove={move}
            onClose={closeRow}
            onStatus={() => ask("status")}
            onOwner={() => ask("owner")}
            onChange={change}
            onUndo={(event) => undoStatus(openRef, event)}
            onSeen={reread}
          />
        )}
      </div>
      {known && (
        <ChangeDialogs
          asked={asked}
          subject={known}
          owners={owners}
          me={me}
          onChange={change}
          onClose={() => setAsked(null)}
        />
      )}
    </RefreshContext>
  );
}

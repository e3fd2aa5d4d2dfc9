"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Owner, OwnerChoice } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { builtInViews, parseViewQuery } from "#lib/domain/submissions/inbox/views.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ChangeDialogs, type DialogName } from "../changes/change-dialogs.tsx";
import { useChanges } from "../changes/use-changes.ts";
import { useCommands } from "../commands/commands.tsx";
import { RefreshContext } from "../core/desk-action.tsx";
import {
  CallProblem,
  type InitialData,
  isSameSubmission,
  type NewChange,
  storeInitialData,
  useInboxData,
  useInboxList,
  usePendingFields,
  withPending,
} from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { NowProvider } from "../core/time-left.tsx";
import { BulkActionBar, ListHeader, SubmissionList, toExportPath, useSelection } from "./list.tsx";
import { readNotice, useInboxEvents } from "./live/use-live.ts";
import { useInboxAddress, useRowNavigation } from "./navigation.ts";
import { OpenSubmission } from "./open-submission.tsx";
import { useViews } from "./views.tsx";

type Props = {
  initial: InitialData;
  owners: readonly OwnerChoice[];
  me: Owner;
  isAdmin: boolean;
  now: Date;
  /** Share of replies sent in time, with an explanation of how it is counted. Null if unknown. */
  timely: { short: string; long: string } | null;
  notices: ReactNode;
};

export function Inbox(props: Props) {
  const notify = useNotice();
  const [client] = useState(() => {
    const retry = (count: number, error: Error) =>
      count < 2 && error instanceof CallProblem && /^(no_answer|unavailable)$/.test(error.problem.kind);
    const onError = (error: Error) => {
      if (error instanceof CallProblem && error.problem.kind !== "not_found")
        notify({ problem: error.problem, about: readNotice });
    };
    const client = new QueryClient({ queryCache: new QueryCache({ onError }), defaultOptions: { queries: { retry } } });
    storeInitialData(client, props.initial);
    return client;
  });
  return (
    <QueryClientProvider client={client}>
      <NowProvider start={props.now}>
        <InboxScreen {...props} />
      </NowProvider>
    </QueryClientProvider>
  );
}

function InboxScreen({ owners, me, isAdmin, timely, notices }: Omit<Props, "initial">) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const notify = useNotice();
  const data = useInboxData();
  const address = useInboxAddress();
  const { openRef, query, search, filter } = address;
  const list = useInboxList(query);
  const { rows } = list;
  const { selected, select, selectNone } = useSelection(rows);
  const moves = useRowNavigation(address, rows, selectNone);
  const { subject, at } = moves;
  const [dialog, setDialog] = useState<DialogName>(null);
  /** The submissions as they were when the dialog opened, so that a later change by somebody else is a conflict. */
  const [subjects, setSubjects] = useState<ReturnType<typeof listTargets>>([]);
  const views = useViews();
  const live = useInboxEvents(query, list, openRef, views.recount);
  const changes = useChanges(me.id, useDeferredListRefresh(openRef));

  const pending = usePendingFields();
  const chosen = rows.filter((row) => selected.has(toSubmissionKey(row)));
  // Reads the cache on each call, because this component does not render when a submission outside the list is read.
  const listCurrentSubmission = () => {
    const known = subject && data.getKnown(subject);
    return known ? [withPending(known, pending)] : [];
  };
  // Beside an open submission that is not selected, keys change that one. A narrow window does not show the selection.
  const isSelectionMeant = !openRef || chosen.some((row) => isSameSubmission(row, openRef));
  const listTargets = () =>
    chosen.length && isSelectionMeant ? chosen : listCurrentSubmission().filter(({ repeatOf }) => repeatOf === null);
  const changeTargets = (next: NewChange, targets = listTargets()) => {
    changes.apply(targets, next);
    if (chosen.every((row) => targets.some((target) => isSameSubmission(target, row)))) selectNone();
  };
  /** Undoes the open submission's last change of status, also one of another tab, an earlier visit or a colleague. */
  const undoStatus = ({ isOwn }: { isOwn: boolean }) => {
    const open = openRef && data.getSubmission(openRef);
    const last = open?.timeline.findLast((event) => event.type === "status");
    if (!open?.canUndo || !last || (isOwn && last.operatorId !== me.id)) return false;
    changes.undoStatus(open, last);
    return true;
  };
  const openDialog = (name: DialogName, targets = listTargets()) => {
    if (!targets.length) return;
    setSubjects(targets);
    setDialog(name);
  };

  useInboxCommands({
    isOpen: openRef !== null,
    moves,
    onOpenDialog: openDialog,
    onUnread: () => {
      const isUnread = ({ lastMessage }: InboxRow) => lastMessage?.state === "unread";
      const next = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(isUnread);
      if (next) moves.open(next);
      else filter(parseViewQuery(builtInViews.unread));
    },
    onMine: () => changeTargets({ type: "owner", owner: me }),
    onUndo: () => changes.undoLast() || undoStatus({ isOwn: true }) || notify({ done: t("change.nothingToUndo") }),
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
  const isAtEnd = openRef !== null && at >= 0 && at >= rows.length - 2;
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    // Reads more rows here, because a hidden list cannot be scrolled: on narrow screens an open submission hides it.
    if (isAtEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isAtEnd, hasNextPage, isFetching, isError, fetchNextPage]);

  const { count, isCapped } = list.total;
  return (
    <RefreshContext value={data.refresh}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks on links, which work by keyboard. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className="flex min-h-0 flex-1 max-lg:flex-col" onClick={moves.follow}>
        {/* Rendered even when the open submission covers the list. */}
        <h1 className="sr-only">{inbox("title")}</h1>
        <div
          className={`@container flex min-h-0 min-w-0 flex-col ${openRef ? "max-lg:hidden lg:w-2/5 lg:border-r lg:border-line" : "flex-1"}`}
        >
          <ListHeader
            query={query}
            list={list}
            owners={owners}
            me={me}
            timely={timely}
            notices={notices}
            views={views}
            newCount={live.newCount}
            onShowNew={live.showNew}
            onFilter={filter}
          />
          <BulkActionBar
            rows={chosen}
            onOpenDialog={(name) => openDialog(name, chosen)}
            onChange={(next) => changeTargets(next, chosen)}
            onClear={selectNone}
          />
          <SubmissionList
            list={list}
            search={search}
            isByMessage={query.sort === "message"}
            current={moves.current}
            openRef={openRef}
            selected={selected}
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
            place={at >= 0 ? t(isCapped ? "open.placeCapped" : "open.place", { at: at + 1, count }) : null}
            takesFocus={moves.hasMoved}
            me={me}
            isAdmin={isAdmin}
            owners={owners}
            onMove={moves.move}
            onClose={moves.close}
            onOpenDialog={(name) => openDialog(name, listCurrentSubmission())}
            onChange={(next) => changes.apply(listCurrentSubmission(), next)}
            onUndo={() => undoStatus({ isOwn: false })}
          />
        )}
      </div>
      <ChangeDialogs
        dialog={dialog}
        subjects={subjects}
        owners={owners}
        me={me}
        onChange={(next) => changeTargets(next, subjects)}
        onClose={() => setDialog(null)}
      />
    </RefreshContext>
  );
}

/** Reads the list again after a change, but keeps the row of the open submission until the operator moves on. */
function useDeferredListRefresh(openRef: SubmissionRef | null) {
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

type Actions = {
  isOpen: boolean;
  moves: ReturnType<typeof useRowNavigation>;
  onOpenDialog: (name: DialogName) => unknown;
  onUnread: () => unknown;
  onMine: () => unknown;
  onUndo: () => unknown;
  onSelect: () => unknown;
  exportPath: string | null;
};

function useInboxCommands(actions: Actions): void {
  const t = useDeskText("list");
  const triage = useDeskText("triage");
  const { isOpen, moves, onOpenDialog, onUnread, onMine, onUndo, onSelect, exportPath } = actions;
  const { subject, move, open, close, focusField } = moves;
  const openCurrentSubmission = () => subject && !isOpen && open(subject);
  // While a submission is open, the arrow keys scroll it.
  const [down, up] = isOpen ? [[], []] : [["ArrowDown"], ["ArrowUp"]];
  useCommands([
    { id: "down", text: t("keys.down"), keys: "j", otherKeys: down, isOnlyKey: true, run: () => move(1) },
    { id: "up", text: t("keys.up"), keys: "k", otherKeys: up, isOnlyKey: true, run: () => move(-1) },
    { id: "open", text: t("keys.open"), keys: "o", otherKeys: ["Enter"], isOnlyKey: true, run: openCurrentSubmission },
    { id: "unread", text: t("keys.unread"), keys: "u", run: onUnread },
    { id: "back", text: t("keys.back"), keys: "Escape", isOnlyKey: true, run: close },
    { id: "status", text: t("keys.status"), keys: "s", run: () => onOpenDialog("status") },
    { id: "assign", text: t("keys.assign"), keys: "a", run: () => onOpenDialog("owner") },
    { id: "mine", text: t("keys.mine"), keys: "m", otherKeys: ["i"], run: onMine },
    { id: "reply", text: t("keys.reply"), keys: "r", run: () => focusField("reply-text") },
    { id: "note", text: t("keys.note"), keys: "n", run: () => focusField("note-text") },
    { id: "finish", text: t("keys.finish"), keys: "e", run: () => onOpenDialog("finish") },
    { id: "snooze", text: triage("snooze.key"), keys: "h", run: () => onOpenDialog("snooze") },
    { id: "undo", text: t("keys.undo"), keys: "z", run: onUndo },
    { id: "select", text: t("keys.select"), keys: "x", isOnlyKey: true, run: onSelect },
    { id: "search", text: t("keys.search"), keys: "/", run: focusSearch },
    ...(exportPath === null
      ? []
      : [{ id: "export", text: t("keys.export"), run: () => window.location.assign(exportPath) }]),
  ]);
}

function focusSearch(): void {
  const field = document.getElementById("q");
  if (field instanceof HTMLInputElement) field.select();
}

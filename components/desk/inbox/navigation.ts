"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { SubmissionRef, submissionPath, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { parseViewQuery } from "#lib/domain/submissions/inbox/views.ts";
import { isPlainClick, setLinkOpener } from "../core/browser.ts";
import { isSameSubmission } from "../core/inbox-data.ts";

/** Tracks the submission that keyboard commands act on. @param onAtTop called when there is nothing to close */
export function useRowNavigation(
  { openRef, open, close }: ReturnType<typeof useInboxAddress>,
  rows: InboxRow[],
  onAtTop: () => void,
) {
  const [current, setCurrent] = useState<SubmissionRef | null>(openRef);
  const hasMoved = useRef(false);
  // Updated before the next render, because the next key press already refers to the newly opened submission.
  const openNow = useRef<SubmissionRef | null>(null);
  openNow.current = openRef;
  const subject = openRef ?? current;
  const at = subject ? rows.findIndex((row) => isSameSubmission(row, subject)) : -1;
  const order = useRef(rows);
  if (at >= 0) order.current = rows;

  /** Focuses the row once it is rendered, unless the operator has opened a submission meanwhile. */
  const focusRowSoon = (ref: SubmissionRef) =>
    window.requestAnimationFrame(() => openNow.current === null && focusRow(ref));
  const openRow = useCallback(
    (ref: SubmissionRef) => {
      hasMoved.current = true;
      openNow.current = ref;
      setCurrent(ref);
      open(ref);
    },
    [open],
  );
  const closeRow = () => {
    if (!openRef) return onAtTop();
    setCurrent(openRef);
    close();
    openNow.current = null;
    focusRowSoon(openRef);
  };
  const move = (by: 1 | -1) => {
    const next = subject ? findNeighbour(order.current, subject, by, rows) : rows.at(by > 0 ? 0 : -1);
    if (!next) return;
    if (openRef) return openRow(next);
    setCurrent(next);
    focusRowSoon(next);
  };
  const reach = useCallback(
    (row: InboxRow) => setCurrent((now) => (now && isSameSubmission(now, row) ? now : row)),
    [],
  );
  /** Waits until the submission is read. Ignores characters typed meanwhile: they are for the field, not commands. */
  const focusField = (id: string) => {
    if (!openRef && subject) openRow(subject);
    const ref = openNow.current;
    if (!ref) return;
    const suppressShortcut = (event: KeyboardEvent) => event.key.length === 1 && event.stopPropagation();
    const hasLoaded = () =>
      document.querySelector(`[data-open="${toSubmissionKey(ref)}"]:not([aria-busy=true])`) !== null;
    const focusOnceLoaded = () => {
      const isOpen = openNow.current !== null && isSameSubmission(openNow.current, ref);
      if (isOpen && !hasLoaded()) return window.requestAnimationFrame(focusOnceLoaded);
      window.removeEventListener("keydown", suppressShortcut, true);
      if (isOpen) document.getElementById(id)?.focus();
    };
    window.addEventListener("keydown", suppressShortcut, true);
    focusOnceLoaded();
  };
  const follow = (event: MouseEvent) => {
    const ref = findClickedSubmission(event);
    if (!ref) return;
    event.preventDefault();
    openRow(ref);
  };

  useEffect(() => {
    if (openRef) setCurrent(openRef);
  }, [openRef]);
  useEffect(() => {
    if (openRef || !current || rows.some((row) => isSameSubmission(row, current))) return;
    // If the current row has left the list, a neighbour replaces it.
    const nextRow = findNeighbour(order.current, current, 1, rows) ?? findNeighbour(order.current, current, -1, rows);
    setCurrent(nextRow ?? null);
    if (nextRow && document.activeElement === document.body) window.requestAnimationFrame(() => focusRow(nextRow));
  }, [openRef, current, rows]);
  useEffect(
    () =>
      setLinkOpener((path) => {
        const ref = parseSubmissionPath(new URL(path, window.location.origin).pathname);
        if (ref) openRow(ref);
        return ref !== null;
      }),
    [openRow],
  );
  return {
    current,
    subject,
    /** Index of the current row, or −1 if it is not listed. */
    at,
    /** True once the operator has opened a submission; false if only the page's URL has. */
    hasMoved: hasMoved.current,
    open: openRow,
    close: closeRow,
    move,
    reach,
    focusField,
    follow,
  };
}

function findClickedSubmission(event: MouseEvent): SubmissionRef | null {
  if (event.defaultPrevented || !isPlainClick(event)) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  return link && link.origin === window.location.origin ? parseSubmissionPath(link.pathname) : null;
}

/** Uses the last known order of the list, because the submission and its neighbours may have left it. */
function findNeighbour(order: InboxRow[], subject: SubmissionRef, by: 1 | -1, rows: InboxRow[]): InboxRow | undefined {
  const keys = new Set(rows.map(toSubmissionKey));
  const at = order.findIndex((row) => isSameSubmission(row, subject));
  const onTheWay = by > 0 ? order.slice(at + 1) : order.slice(0, Math.max(0, at)).reverse();
  return onTheWay.find((row) => keys.has(toSubmissionKey(row)));
}

function focusRow(ref: SubmissionRef): void {
  document.querySelector<HTMLElement>(`a[data-row="${toSubmissionKey(ref)}"]`)?.focus();
}

const toAddress = (pathname: string, search: string) => (search ? `${pathname}?${search}` : pathname);

/** Changes its own state before the router's, because the next key press already refers to the new submission. */
export function useInboxAddress() {
  const routed = toAddress(usePathname(), String(useSearchParams()));
  const [address, setAddress] = useState(routed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows Back, and links from other components
  useEffect(() => setAddress(window.location.pathname + window.location.search), [routed]);
  const { pathname, search: given } = new URL(address, "http://desk.invalid");
  const openRef = useMemo(() => parseSubmissionPath(pathname), [pathname]);
  const query = useMemo(() => toFirstPage(parseViewQuery(given)), [given]);
  const search = String(toQuery(query));

  const go = useCallback((next: string, isStep: boolean) => {
    setAddress(next);
    if (isStep) window.history.pushState(null, "", next);
    else window.history.replaceState(null, "", next);
  }, []);
  // Typing replaces the history entry, so that Back does not go through every letter.
  const filter = (next: InboxQuery, { isTyped = false } = {}) =>
    go(toAddress(pathname, String(toQuery(next))), !isTyped);
  const open = useCallback(
    // Moving between submissions replaces the history entry, so that Back returns to the list.
    (ref: SubmissionRef) => go(toAddress(submissionPath(ref), search), parseSubmissionPath(pathname) === null),
    [go, pathname, search],
  );
  const close = () => go(toAddress(deskPath, search), true);
  return { openRef, query, search, filter, open, close };
}

function parseSubmissionPath(pathname: string): SubmissionRef | null {
  const [, kind, id] = /^\/admin\/inbox\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  return SubmissionRef.safeParse({ kind, id }).data ?? null;
}

"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { SubmissionRef, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { type InboxQuery, parseInboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";

type Address = { pathname: string; search: string };

/**
 * Keeps the list's filters and the open submission in the URL, so that a link shows both and Back closes the
 * submission. The state changes before the router does, because the next key already refers to the new submission.
 */
export function useInboxAddress() {
  const routed = toAddress(usePathname(), useSearchParams());
  const [address, setAddress] = useState(routed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows Back, and links from other components
  useEffect(() => setAddress(toAddress(window.location.pathname, window.location.search)), [toText(routed)]);
  const { pathname, search: given } = address;
  const openRef = useMemo(() => parseSubmissionPath(pathname), [pathname]);
  const query = useMemo(() => readQuery(new URLSearchParams(given)), [given]);
  const search = String(toQuery(query));

  const go = useCallback((next: Address, isStep: boolean) => {
    setAddress(next);
    if (isStep) window.history.pushState(null, "", toText(next));
    else window.history.replaceState(null, "", toText(next));
  }, []);
  const filter = useCallback(
    // Typing a word adds one history entry, not one per letter.
    (next: InboxQuery, { isTyped = false } = {}) => go({ pathname, search: String(toQuery(next)) }, !isTyped),
    [go, pathname],
  );
  const open = useCallback(
    // Moving between submissions replaces the entry, so that Back returns to the list.
    (ref: SubmissionRef) => go({ pathname: submissionPath(ref), search }, parseSubmissionPath(pathname) === null),
    [go, pathname, search],
  );
  const close = useCallback(() => go({ pathname: deskPath, search }, true), [go, search]);
  return { openRef, query, search, filter, open, close };
}

/** Returns the submission in the path of its page, or null for any other page. */
export function parseSubmissionPath(pathname: string): SubmissionRef | null {
  const [, kind, id] = /^\/admin\/inbox\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  return SubmissionRef.safeParse({ kind, id }).data ?? null;
}

function readQuery(params: URLSearchParams): InboxQuery {
  const lists = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
  return toFirstPage(parseInboxQuery(lists));
}

function toAddress(pathname: string, search: URLSearchParams | string): Address {
  return { pathname, search: String(search).replace(/^\?/, "") };
}

function toText({ pathname, search }: Address): string {
  return search ? `${pathname}?${search}` : pathname;
}

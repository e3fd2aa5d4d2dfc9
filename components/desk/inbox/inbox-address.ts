"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { type InboxQuery, parseInboxQuery, toFirstPage, toQuery } from "#lib/domain/desk/inbox-query.ts";
import { deskPath } from "#lib/domain/desk/return-path.ts";
import { SubmissionRef, submissionPath } from "#lib/domain/submissions/submission-ref.ts";

/** The list's filters and the open submission are the page's address: a link shows both, and Back closes. */
export function useInboxAddress() {
  const pathname = usePathname();
  const params = useSearchParams();
  const openRef = useMemo(() => parseSubmissionPath(pathname), [pathname]);
  const query = useMemo(() => readQuery(params), [params]);
  const search = String(toQuery(query));
  const filter = useCallback(
    (next: InboxQuery, { isTyped = false } = {}) => {
      const address = toAddress(pathname, String(toQuery(next)));
      // A word that is being typed is one step for Back, not one for each letter.
      if (isTyped) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    [pathname],
  );
  const open = useCallback(
    (ref: SubmissionRef) => {
      const address = toAddress(submissionPath(ref), search);
      // From submission to submission Back leads to the list, not through all that were looked at.
      if (parseSubmissionPath(window.location.pathname)) window.history.replaceState(null, "", address);
      else window.history.pushState(null, "", address);
    },
    [search],
  );
  const close = useCallback(() => window.history.pushState(null, "", toAddress(deskPath, search)), [search]);
  return { openRef, query, search, filter, open, close };
}

/** Null for any other page. */
export function parseSubmissionPath(pathname: string): SubmissionRef | null {
  const [, kind, id] = /^\/admin\/inbox\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  return SubmissionRef.safeParse({ kind, id }).data ?? null;
}

function readQuery(params: URLSearchParams): InboxQuery {
  const lists = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
  return toFirstPage(parseInboxQuery(lists));
}

function toAddress(pathname: string, search: string): string {
  return search ? `${pathname}?${search}` : pathname;
}

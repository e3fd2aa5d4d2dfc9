"use client";

import { useEffect } from "react";
import {
  startCopyButtons,
  startDetailsReveal,
  startSampleChoice,
  startSearch,
  startSearchShortcut,
  startTableOfContents,
} from "#lib/browser/page-script.ts";

const pageStarts = [startCopyButtons, startSampleChoice, startDetailsReveal, startTableOfContents];
const searchStarts = [startSearch, startSearchShortcut];

type Props = { texts: { copied: string; failed: string } };

export function PageScripts({ texts: { copied, failed } }: Props) {
  useStartOnMount(pageStarts);
  return (
    <p
      role="status"
      data-copied={copied}
      data-failed={failed}
      className="sr-only data-shown:not-sr-only data-shown:fixed data-shown:inset-x-0 data-shown:bottom-0 data-shown:bg-surface data-shown:p-4"
    />
  );
}

export function SearchScripts() {
  useStartOnMount(searchStarts);
  return null;
}

/** Starts the scripts of a page that React runs on. Pages without React embed the same functions as text. */
function useStartOnMount(starts: ((signal: AbortSignal) => void)[]): void {
  useEffect(() => {
    const mounted = new AbortController();
    for (const start of starts) start(mounted.signal);
    return () => mounted.abort();
  }, [starts]);
}

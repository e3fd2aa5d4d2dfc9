"use client";

import { useEffect } from "react";
import {
  startContents,
  startCopyButtons,
  startReveal,
  startSamples,
  startSearch,
  startSearchKey,
} from "#lib/browser/page-script.ts";

type Props = { texts: { copied: string; failed: string } };

export function PageTools({ texts: { copied, failed } }: Props) {
  useStarted(startCopyButtons, startSamples, startReveal, startContents);
  return (
    <p
      role="status"
      data-copied={copied}
      data-failed={failed}
      className="sr-only data-shown:not-sr-only data-shown:fixed data-shown:inset-x-0 data-shown:bottom-0 data-shown:bg-surface data-shown:p-4"
    />
  );
}

export function SearchTools() {
  useStarted(startSearch, startSearchKey);
  return null;
}

/** Starts these functions on pages with the framework. Other pages embed them as text. */
function useStarted(...starts: (() => () => void)[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: always the same functions
  useEffect(() => {
    const stops = starts.map((start) => start());
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

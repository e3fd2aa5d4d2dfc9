"use client";

import { useEffect } from "react";
import { startContents, startCopyButtons, startReveal, startSamples } from "#lib/browser/page-script.ts";

type Props = { texts: { copied: string; failed: string } };

export function PageTools({ texts: { copied, failed } }: Props) {
  useEffect(() => {
    const stops = [startCopyButtons(), startSamples(), startReveal(), startContents()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <p
      role="status"
      data-copied={copied}
      data-failed={failed}
      className="sr-only data-shown:not-sr-only data-shown:fixed data-shown:inset-x-0 data-shown:bottom-0 data-shown:bg-surface data-shown:p-4"
    />
  );
}

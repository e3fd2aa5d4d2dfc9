"use client";

import { useEffect } from "react";
import { startCopyButtons } from "#lib/browser/page-script.ts";

type Props = { texts: { copied: string; failed: string } };

export function PageTools({ texts: { copied, failed } }: Props) {
  useEffect(() => {
    const stop = startCopyButtons();
    // Opens the details element around the target of a URL fragment, because some browsers do not.
    const reveal = () => {
      const target = document.getElementById(window.location.hash.slice(1));
      const details = target?.closest("details");
      if (!details || details.open) return;
      details.open = true;
      target?.scrollIntoView();
    };
    reveal();
    window.addEventListener("hashchange", reveal);
    return () => {
      stop();
      window.removeEventListener("hashchange", reveal);
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

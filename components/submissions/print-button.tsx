"use client";

import { useEffect, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";

/** Invisible until there is script. */
export function PrintButton({ label }: { label: string }) {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <button
      type="button"
      className={`${buttonClass("secondary")} ${isReady ? "" : "invisible"}`}
      onClick={() => window.print()}
    >
      {label}
    </button>
  );
}

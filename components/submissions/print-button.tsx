"use client";

import { buttonClass } from "#components/ui/button.ts";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";

export function PrintButton({ label }: { label: string }) {
  const isHydrated = useIsHydrated();
  return (
    <button
      type="button"
      className={`${buttonClass("secondary")} ${isHydrated ? "" : "invisible"}`}
      onClick={() => window.print()}
    >
      {label}
    </button>
  );
}

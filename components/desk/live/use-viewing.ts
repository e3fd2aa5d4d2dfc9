"use client";

import { useEffect } from "react";
import { call } from "#lib/contract/client.ts";
import { liveOperations } from "#lib/contract/desk/live.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

const repeatMilliseconds = 15_000;
/** Whoever did nothing for so long does not look at it, and a screen that is left keeps no session alive. */
const idleMilliseconds = 120_000;

/** Tells the other operators that this one has the submission open. */
export function useViewing(openRef: SubmissionRef | null): void {
  const [kind, id] = [openRef?.kind, openRef?.id];
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    let activeAt = performance.now();
    const tell = (isOpen: boolean) =>
      void call(liveOperations.viewSubmission, { kind, id, isOpen }, { params: { kind, id: String(id) } });
    const repeat = () => {
      if (!document.hidden && performance.now() - activeAt < idleMilliseconds) tell(true);
    };
    const note = () => {
      activeAt = performance.now();
    };
    const activities = ["keydown", "pointerdown", "pointermove", "wheel"] as const;
    for (const name of activities) document.addEventListener(name, note, { passive: true });
    // Whoever only passes by tells nobody.
    const first = window.setTimeout(repeat, 400);
    const timer = window.setInterval(repeat, repeatMilliseconds);
    return () => {
      for (const name of activities) document.removeEventListener(name, note);
      window.clearTimeout(first);
      window.clearInterval(timer);
      tell(false);
    };
  }, [kind, id]);
}

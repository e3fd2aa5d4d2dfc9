"use client";

import { useEffect } from "react";
import { call } from "#lib/contract/client.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { liveOperations } from "#lib/domain/submissions/inbox/live.ts";

const repeatMilliseconds = 15_000;
/**
 * Without input for this long, the operator no longer counts as viewing, so that an idle screen does not keep the
 * session alive.
 */
const idleMilliseconds = 120_000;

/** Shows other operators that this one has the submission open. */
export function useViewing(openRef: SubmissionRef | null): void {
  const [kind, id] = [openRef?.kind, openRef?.id];
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    let activeAt = performance.now();
    const sendView = (isOpen: boolean) =>
      void call(liveOperations.viewSubmission, { kind, id, isOpen }, { params: { kind, id: String(id) } });
    const repeat = () => {
      if (!document.hidden && performance.now() - activeAt < idleMilliseconds) sendView(true);
    };
    const noteActivity = () => {
      activeAt = performance.now();
    };
    const activities = ["keydown", "pointerdown", "pointermove", "wheel"] as const;
    for (const name of activities) document.addEventListener(name, noteActivity, { passive: true });
    // The delay leaves out operators who only move past the submission.
    const first = window.setTimeout(repeat, 400);
    const timer = window.setInterval(repeat, repeatMilliseconds);
    return () => {
      for (const name of activities) document.removeEventListener(name, noteActivity);
      window.clearTimeout(first);
      window.clearInterval(timer);
      sendView(false);
    };
  }, [kind, id]);
}

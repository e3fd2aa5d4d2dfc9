"use client";

import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { hashOf, lastStep, stepOfHash } from "./evaluation-steps.ts";

type Place = { step: number /** How many of our own entries lie before this one in the history. */; depth: number };

/**
 * The step that is shown, kept in the address: the browser's Back and Forward, a link and a reload all lead to it.
 * `initial` is asked once for the step of the draft, which counts when the address names none; without a draft, null,
 * the form begins at its beginning whatever the address says.
 */
export function useSteps(isReady: boolean, initial: () => number | null) {
  const [place, setPlace] = useState<Place>({ step: 0, depth: 0 });

  const firstStep = useEffectEvent(initial);

  useEffect(() => {
    if (!isReady) return;
    const named = stepOfHash(window.location.hash);
    const drafted = firstStep();
    const step = drafted === null ? 0 : named < 0 ? Math.min(drafted, lastStep) : named;
    const depth = depthOf(window.history.state);
    window.history.replaceState({ ...window.history.state, depth }, "", step > 0 ? hashOf(step) : pathname());
    setPlace({ step, depth });
    const follow = () => {
      const at = Math.max(0, stepOfHash(window.location.hash));
      setPlace({ step: at, depth: depthOf(window.history.state) });
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, [isReady]);

  const go = useCallback((step: number) => {
    setPlace(({ depth }) => ({ step, depth: depth + 1 }));
    const depth = depthOf(window.history.state) + 1;
    window.history.pushState({ depth }, "", hashOf(step));
  }, []);

  const back = useCallback(() => {
    if (place.depth > 0) window.history.back();
    else if (place.step > 0) {
      window.history.replaceState({ depth: 0 }, "", hashOf(place.step - 1));
      setPlace({ step: place.step - 1, depth: 0 });
    }
  }, [place]);

  const restart = useCallback(() => {
    window.history.pushState({ depth: 0 }, "", pathname());
    setPlace({ step: 0, depth: 0 });
  }, []);

  return { step: place.step, go, back, restart };
}

function depthOf(state: { depth?: unknown } | null): number {
  return typeof state?.depth === "number" ? state.depth : 0;
}

function pathname(): string {
  return window.location.pathname + window.location.search;
}

"use client";

import { useEffectEvent, useLayoutEffect, useState } from "react";
import { personFields, projectFields } from "#lib/domain/submissions/core/fields.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { isHandOffFragment } from "#lib/domain/submissions/intake/hand-off.ts";

type Place = {
  step: number;
  depth: number;
  isChange: boolean;
};

const start: Place = { step: 0, depth: 0, isChange: false };

/** `choose` returns the step to show, given the step in the URL, if any. */
export function useSteps(isReady: boolean, choose: (named: number | null, isStart: boolean) => number) {
  const [place, setPlace] = useState(start);

  const chooseStep = useEffectEvent(choose);

  // A layout effect, because it must run before painting: a field would lose the focus while its step is hidden.
  useLayoutEffect(() => {
    if (!isReady) return;
    const show = (step: number) => {
      const state = readHistoryState(window.history.state);
      // Clears `isChange` if another step is shown than the URL names: an empty form always shows the first step.
      state.isChange &&= window.location.hash === toStepHash(step);
      window.history.replaceState(
        { ...window.history.state, ...state },
        "",
        step > 0 ? toStepHash(step) : readPathAndQuery(),
      );
      setPlace({ step, ...state });
    };
    show(chooseStep(readNamedStep(), true));
    const handlePopState = () => {
      const { hash } = window.location;
      if (isHandOffFragment(hash)) return;
      // Goes back if the skip link has set a fragment that names no step.
      if (hash && parseStepHash(hash) < 0) window.history.back();
      else show(chooseStep(Math.max(0, parseStepHash(hash)), false));
    };
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, [isReady]);

  const go = (step: number, isChange = false) => {
    const hash = toStepHash(step);
    // Ignores a second call that comes before the step is shown.
    if (window.location.hash === hash) return;
    const depth = readHistoryState(window.history.state).depth + 1;
    window.history.pushState({ depth, isChange }, "", hash);
    setPlace({ step, depth, isChange });
  };

  const back = () => {
    if (place.depth > 0) window.history.back();
    else if (place.step > 0) {
      window.history.replaceState({ depth: 0 }, "", toStepHash(place.step - 1));
      setPlace({ ...start, step: place.step - 1 });
    }
  };

  const restart = () => {
    window.history.pushState({ depth: 0 }, "", readPathAndQuery());
    setPlace(start);
  };

  return { ...place, go, back, restart };
}

type State = { depth?: unknown; isChange?: unknown } | null;

/** Reads the step in the URL. A history entry that we made without a fragment means the first step. */
function readNamedStep(): number | null {
  const named = parseStepHash(window.location.hash);
  const state: State = window.history.state;
  return named >= 0 ? named : typeof state?.depth === "number" ? 0 : null;
}

function readHistoryState(state: State): Omit<Place, "step"> {
  return { depth: typeof state?.depth === "number" ? state.depth : 0, isChange: state?.isChange === true };
}

function readPathAndQuery(): string {
  return window.location.pathname + window.location.search;
}

/** A screen of the form. The nine quick questions come first, and the questions about the person come last. */
type Step = { id: string; fields: readonly string[] };

export const steps: readonly Step[] = [
  ...questions.map(({ key }) => ({ id: key, fields: [key] })),
  { id: "project", fields: projectFields },
  { id: "person", fields: personFields },
  { id: "check", fields: [] },
];

export const lastStep = steps.length - 1;

export const toStep = (field: string): number => steps.findIndex(({ fields }) => fields.includes(field));
export const toStepHash = (step: number): string => `#step-${steps[step]?.id}`;
export const parseStepHash = (hash: string): number => steps.findIndex(({ id }) => `#step-${id}` === hash);

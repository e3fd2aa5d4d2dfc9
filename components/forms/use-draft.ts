"use client";

import { useEffect, useInsertionEffect, useRef, useState } from "react";
import type { JsonObject } from "#lib/domain/json.ts";
import { type DraftForm, DraftKeeper, type DraftState, initialState, isSame } from "./draft-keeper.ts";
import { clearDraft, type Draft, deleteDraft } from "./draft-store.ts";

type Setup = DraftForm & { formId: string };

export type KeptDraft = Pick<ReturnType<typeof useDraft>, "read" | "update">;

export function useDraft({ formId, ...setup }: Setup) {
  const { place, form } = setup;
  const [state, setState] = useState(initialState);
  const [updateState] = useState(() => (change: (before: DraftState) => Partial<DraftState>) => {
    setState((before) => {
      const after = { ...before, ...change(before) };
      return isSame(before, after) ? before : after;
    });
  });
  const [keeper] = useState(() => new DraftKeeper(setup, updateState));
  const [{ fields }] = useState(setup);
  const typedBefore = useRef<JsonObject>({});

  // Runs before the form library sees the controls, because the library keeps only the first checked radio.
  useInsertionEffect(() => {
    typedBefore.current = readTypedValues(formId, fields);
  }, [formId, fields]);

  useEffect(() => {
    keeper.restore(typedBefore.current, () => readTypedValues(formId, fields));
    return keeper.follow();
  }, [keeper, formId, fields]);

  useEffect(() => {
    // Reloads a page that returns from the back/forward cache and still shows the form that was sent.
    const renew = (event: PageTransitionEvent) => event.persisted && keeper.hasEnded && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, [keeper]);

  const { offer, restored } = state;
  return {
    ...state,
    isRestored: restored !== null,
    leftAt: restored?.isComingBack ? restored.changedAt : null,
    decide: (isTaken: boolean) => {
      updateState(() => ({ offer: null }));
      if (!offer || !isTaken) return;
      for (const [name, value] of Object.entries(offer.values)) form.setValue(name, value);
      keeper.draft.preparedBy = offer.by;
      updateState(() => ({ preparedBy: offer.by }));
      keeper.save();
    },
    read: () => {
      keeper.savePending();
      return Object.keys(keeper.draft.values).length ? keeper.draft : null;
    },
    update: (notes: Pick<Draft, "step" | "reached" | "attempt">) => {
      Object.assign(keeper.draft, notes);
      if (notes.attempt) updateState(() => ({ isAttempted: true }));
      keeper.save();
    },
    clear: () => {
      keeper.hasEnded = false;
      keeper.forget();
      if (place) clearDraft(place);
    },
    end: () => {
      keeper.hasEnded = true;
      if (place) deleteDraft(place);
    },
  };
}

function readTypedValues(formId: string, fields: readonly string[]): JsonObject {
  const element = document.getElementById(formId);
  if (!(element instanceof HTMLFormElement)) return {};
  const typed = [...element.elements].flatMap((control) => {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return [];
    const { name } = control;
    const value = readChangedValue(control);
    const isOurs = fields.some((field) => name === field || name.startsWith(`${field}.`));
    return isOurs && value !== undefined ? [[name, value]] : [];
  });
  return Object.fromEntries(typed);
}

function readChangedValue(control: HTMLInputElement | HTMLTextAreaElement): string | boolean | undefined {
  const { type, value, defaultValue } = control;
  if (!(control instanceof HTMLInputElement) || (type !== "radio" && type !== "checkbox"))
    return value !== defaultValue ? value : undefined;
  if (control.checked === control.defaultChecked) return undefined;
  if (type === "checkbox") return control.checked;
  return control.checked ? value : undefined;
}

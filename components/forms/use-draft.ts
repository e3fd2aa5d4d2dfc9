"use client";

import { useEffect, useInsertionEffect, useRef, useState } from "react";
import { set, type UseFormReturn } from "react-hook-form";
import type { JsonObject } from "#lib/domain/json.ts";
import {
  clearDraft,
  type Draft,
  type DraftPlace,
  deleteDraft,
  isDraftCleared,
  keepDraft,
  listNewerFields,
  type PreparedValues,
  readDraft,
} from "./draft-store.ts";

export type DraftSetup = DraftPlace & {
  sentId?: () => string | undefined;
  /** Called once. An assistant's values fill an untouched form; otherwise the person must agree first. */
  takePrepared?: () => PreparedValues | null;
};

/** `place` is null if nothing may be stored, for example in a form with passwords. */
type DraftForm = {
  place: DraftSetup | null;
  fields: readonly string[];
  defaultValues: JsonObject;
  form: Pick<UseFormReturn, "getValues" | "setValue" | "reset" | "subscribe">;
};

const pauseMilliseconds = 300;
/** Pause after which a person counts as returning to the draft. */
const visitMilliseconds = 30 * 60 * 1000;

const initialState = {
  isReady: false,
  isKept: true,
  isRestored: false,
  /** When a person who comes back has last changed the draft. */
  leftAt: null as number | null,
  preparedBy: null as string | null,
  offer: null as PreparedValues | null,
  /** True if the form was sent before: then the submission may already be stored. */
  isAttempted: false,
  isEmpty: true,
};
type DraftState = typeof initialState;

class DraftKeeper {
  draft: Draft = { values: {} };
  hasEnded = false;
  #timer = 0;
  readonly #setup: DraftForm;
  readonly #updateState: (change: Partial<DraftState>) => void;

  constructor(setup: DraftForm, updateState: (change: Partial<DraftState>) => void) {
    this.#setup = setup;
    this.#updateState = updateState;
  }

  /** Values prepared by an assistant fill an untouched form without asking. */
  restore(typedBefore: JsonObject, readTypedNow: () => JsonObject): void {
    const { place, fields, defaultValues, form } = this.#setup;
    const stored = place && readUnsentDraft(place);
    if (stored) this.draft = stored;
    // Input typed before the script loaded, or restored by the browser, is the newest, unless it has been sent.
    const isSent = !stored && isReloadOrBack() && place?.sentId?.() !== undefined;
    const typed = isSent ? {} : { ...typedBefore, ...readTypedNow() };
    const prepared = place?.takePrepared?.() ?? null;
    const isUntouched = !stored && !Object.keys(typed).length;
    let offer = stored?.offer ?? null;
    if (stored || isSent || prepared || !isUntouched) {
      const given = isUntouched ? prepared?.values : stored?.values;
      const values = structuredClone({ ...createEmptyValues(fields), ...defaultValues, ...given });
      for (const [name, value] of Object.entries(typed)) set(values, name, value);
      form.reset(values);
      const isNews = Object.entries(prepared?.values ?? {}).some(([name, value]) => !isSame(values[name], value));
      if (isNews) offer = prepared;
    }
    if (prepared && isUntouched) this.draft.preparedBy = prepared.by;
    this.draft.offer = offer;
    // Reads the times before `save`, which marks the draft as seen now.
    const leftAt = stored && (isStale(stored) || isNewVisit()) ? Number(stored.changedAt) : null;
    const preparedBy = this.draft.preparedBy ?? null;
    const isAttempted = stored?.attempt !== undefined;
    this.save();
    this.#updateState({ offer, preparedBy, isRestored: stored !== null, leftAt, isAttempted, isReady: true });
  }

  /** Updates the draft with the form's values and newer ones of other tabs. @returns whether the form has any input */
  refresh(place: DraftSetup): boolean {
    const { fields, defaultValues, form } = this.#setup;
    const { draft } = this;
    const fieldChangedAt = { ...draft.fieldChangedAt };
    const values = Object.fromEntries(fields.map((name) => [name, form.getValues(name) ?? ""]));
    const isChanged = (name: string) => !isSame(values[name], draft.values[name] ?? defaultValues[name] ?? "");
    for (const name of fields.filter(isChanged)) fieldChangedAt[name] = Date.now();
    const other = place.isShared ? readUnsentDraft(place) : null;
    for (const name of other ? listNewerFields({ values, fieldChangedAt }, other) : []) {
      values[name] = other?.values[name];
      fieldChangedAt[name] = Number(other?.fieldChangedAt?.[name]);
      draft.preparedBy ??= other?.preparedBy;
      form.setValue(name, values[name]);
    }
    const isTyped = fields.some((name) => !isSame(values[name], defaultValues[name] ?? ""));
    // Checked before `sentBefore` is set below.
    if (Object.keys(draft.values).length && wasSent(draft, place)) this.#updateState({ isAttempted: true });
    const kept = isTyped ? structuredClone(values) : {};
    if (!isSame(kept, draft.values)) {
      Object.assign(draft, { values: kept, changedAt: Date.now(), fieldChangedAt, sentBefore: place.sentId?.() });
    }
    this.#updateState({ isEmpty: !isTyped });
    return isTyped;
  }

  save(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    const { place } = this.#setup;
    if (this.hasEnded || !place) return;
    const isTyped = this.refresh(place);
    this.draft.seenAt = Date.now();
    const isKept = isTyped ? keepDraft(place, this.draft) : deleteDraft(place);
    this.#updateState({ isKept });
  }

  savePending(): void {
    if (this.#timer) this.save();
  }

  /** Marks the fields as changed now, so that older values in other tabs do not fill them again. */
  resetDraft(): void {
    const marks = this.#setup.fields.map((name) => [name, Date.now()]);
    this.draft = { values: {}, fieldChangedAt: Object.fromEntries(marks) };
    this.#updateState({ isRestored: false, leftAt: null, preparedBy: null, isAttempted: false, isEmpty: true });
  }

  startListening(): () => void {
    const { place, fields, defaultValues, form } = this.#setup;
    const saveSoon = () => {
      this.#timer ||= window.setTimeout(() => this.save(), pauseMilliseconds);
    };
    const savePending = () => this.savePending();
    const saveOrRefresh = () => {
      // Saves now, because a browser may discard a hidden page without another event.
      if (document.hidden) savePending();
      // Does not save the draft, because another tab may have deleted it.
      else if (place && !this.hasEnded) this.refresh(place);
    };
    const clearIfDeletedElsewhere = (event: StorageEvent) => {
      if (!place?.isShared || this.hasEnded || !isDraftCleared(place, event)) return;
      this.resetDraft();
      form.reset({ ...createEmptyValues(fields), ...defaultValues });
    };
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: saveSoon });
    document.addEventListener("visibilitychange", saveOrRefresh);
    window.addEventListener("storage", clearIfDeletedElsewhere);
    window.addEventListener("pagehide", savePending);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", saveOrRefresh);
      window.removeEventListener("storage", clearIfDeletedElsewhere);
      window.removeEventListener("pagehide", savePending);
      savePending();
    };
  }
}

export const createEmptyValues = (fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((name) => [name, ""]));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isReloadOrBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

/** Returns whether the person came from outside the site. */
function isNewVisit(): boolean {
  return !isReloadOrBack() && !document.referrer.startsWith(`${window.location.origin}/`);
}

function isStale({ changedAt = 0, seenAt = changedAt }: Draft): boolean {
  return Date.now() - seenAt > visitMilliseconds;
}

/** Returns whether this or another tab has sent the form since the draft was last changed. */
function wasSent({ sentBefore }: Draft, { sentId }: DraftSetup): boolean {
  const id = sentId?.();
  return id !== undefined && id !== sentBefore;
}

/** Reads the draft unless it was sent, because without JavaScript nothing deletes a draft when it is sent. */
function readUnsentDraft(place: DraftSetup): Draft | null {
  const stored = readDraft(place);
  if (!stored || !wasSent(stored, place)) return stored;
  deleteDraft(place);
  return null;
}

type Setup = DraftForm & { formId: string };

export type KeptDraft = Pick<ReturnType<typeof useDraft>, "read" | "update">;

export function useDraft({ formId, ...setup }: Setup) {
  const { place, form } = setup;
  const [state, setState] = useState(initialState);
  const [updateState] = useState(() => (change: Partial<DraftState>) => {
    setState((before) => {
      const after = { ...before, ...change };
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
    return keeper.startListening();
  }, [keeper, formId, fields]);

  useEffect(() => {
    // Reloads a page that returns from the back/forward cache and still shows the form that was sent.
    const reloadIfRestored = (event: PageTransitionEvent) =>
      event.persisted && keeper.hasEnded && window.location.reload();
    window.addEventListener("pageshow", reloadIfRestored);
    return () => window.removeEventListener("pageshow", reloadIfRestored);
  }, [keeper]);

  const { offer } = state;
  return {
    ...state,
    decide: (isTaken: boolean) => {
      updateState({ offer: null });
      keeper.draft.offer = null;
      if (offer && isTaken) {
        for (const [name, value] of Object.entries(offer.values)) form.setValue(name, value);
        keeper.draft.preparedBy = offer.by;
        updateState({ preparedBy: offer.by });
      }
      keeper.save();
    },
    read: () => {
      keeper.savePending();
      return Object.keys(keeper.draft.values).length ? keeper.draft : null;
    },
    update: (notes: Pick<Draft, "step" | "reached" | "attempt">) => {
      Object.assign(keeper.draft, notes);
      if (notes.attempt) updateState({ isAttempted: true });
      keeper.save();
    },
    clear: () => {
      keeper.hasEnded = false;
      keeper.resetDraft();
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

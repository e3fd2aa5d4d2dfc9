"use client";

import { useCallback, useEffect, useInsertionEffect, useRef, useState } from "react";
import { set, type UseFormReturn } from "react-hook-form";
import type { JsonObject } from "#lib/domain/json.ts";
import {
  clearDraft,
  type Draft,
  type DraftPlace,
  deleteDraft,
  isCleared,
  listNewerFields,
  type Prepared,
  readDraft,
  writeDraft,
} from "./draft-store.ts";

export type DraftSetup = DraftPlace & {
  /** Reference of the last submission of this form from this browser, in any tab, with script or without. */
  sentId?: () => string | undefined;
  /** Called once. Fills an empty form; to any other the person has to agree. */
  takePrepared?: () => Prepared | null;
};

type Setup = {
  formId: string;
  /** `null` keeps nothing, as for passwords. */
  place: DraftSetup | null;
  fields: readonly string[];
  defaultValues: JsonObject;
  form: Pick<UseFormReturn, "getValues" | "setValue" | "reset" | "subscribe">;
};

export type KeptDraft = Pick<ReturnType<typeof useDraft>, "read" | "update">;

const pauseMilliseconds = 300;
/** After which a person comes back, rather than going on. */
const visitMilliseconds = 30 * 60 * 1000;

/** Keeps the input of a form until it is sent, and restores it. */
export function useDraft({ formId, place, fields, defaultValues, form }: Setup) {
  const { getValues, setValue, reset, subscribe } = form;
  const [settings] = useState({ place, fields, defaultValues });
  const current = useRef<Draft>({ values: {} });
  const typedBefore = useRef<JsonObject>({});
  const hasEnded = useRef(false);
  const timer = useRef(0);
  const [isReady, setIsReady] = useState(false);
  const [isKept, setIsKept] = useState(true);
  const [restored, setRestored] = useState<{ changedAt: number; isOld: boolean } | null>(null);
  const [preparedBy, setPreparedBy] = useState<string | null>(null);
  const [offer, setOffer] = useState<Prepared | null>(null);
  const [isAttempted, setIsAttempted] = useState(false);
  const [isEmpty, setIsEmpty] = useState(true);
  const [, setMergeCount] = useState(0);

  /** Takes what was typed here and, if it is newer, in another tab. */
  const refresh = useCallback(
    (place: DraftSetup) => {
      const { fields, defaultValues } = settings;
      const draft = current.current;
      const fieldChangedAt = { ...draft.fieldChangedAt };
      const values = Object.fromEntries(fields.map((name) => [name, getValues(name) ?? ""]));
      const isChanged = (name: string) => !isSame(values[name], draft.values[name] ?? defaultValues[name] ?? "");
      for (const name of fields.filter(isChanged)) fieldChangedAt[name] = Date.now();
      const other = place.isShared ? readUnsent(place) : null;
      for (const name of other ? listNewerFields({ values, fieldChangedAt }, other) : []) {
        values[name] = other?.values[name];
        fieldChangedAt[name] = Number(other?.fieldChangedAt?.[name]);
        draft.preparedBy ??= other?.preparedBy;
        setValue(name, values[name]);
        setMergeCount((count) => count + 1);
      }
      const isTyped = fields.some((name) => !isSame(values[name], defaultValues[name] ?? ""));
      const kept = isTyped ? structuredClone(values) : {};
      if (!isSame(kept, draft.values)) {
        Object.assign(draft, { values: kept, changedAt: Date.now(), fieldChangedAt, sentBefore: place.sentId?.() });
      }
      setIsEmpty(!isTyped);
      return isTyped;
    },
    [settings, getValues, setValue],
  );

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    const { place } = settings;
    if (hasEnded.current || !place) return;
    const isTyped = refresh(place);
    current.current.seenAt = Date.now();
    setIsKept(isTyped ? writeDraft(place, current.current) : deleteDraft(place));
  }, [settings, refresh]);

  /** Other tabs still hold older values: marked as changed now, the fields stay empty. */
  const forget = useCallback(() => {
    const marks = settings.fields.map((name) => [name, Date.now()]);
    current.current = { values: {}, fieldChangedAt: Object.fromEntries(marks) };
    setRestored(null);
    setPreparedBy(null);
    setIsAttempted(false);
    setIsEmpty(true);
  }, [settings]);

  const savePending = useCallback(() => {
    if (timer.current) save();
  }, [save]);

  // Before the form library sees the controls: of radios that somebody chose it keeps only the first.
  useInsertionEffect(() => {
    typedBefore.current = readTyped(formId, settings.fields);
  }, [formId, settings]);

  useEffect(() => {
    const { place, fields, defaultValues } = settings;
    const stored = place && readUnsent(place);
    if (stored) current.current = stored;
    // Input from before the script arrived, or restored by the browser, is the newest, unless it has been sent.
    const isSent = !stored && isReturn() && place?.sentId?.() !== undefined;
    const typed = isSent ? {} : { ...typedBefore.current, ...readTyped(formId, fields) };
    const prepared = place?.takePrepared?.() ?? null;
    const isUntouched = !stored && !Object.keys(typed).length;
    if (stored || isSent || prepared || !isUntouched) {
      const given = isUntouched ? prepared?.values : stored?.values;
      const values = structuredClone({ ...emptyValues(fields), ...defaultValues, ...given });
      for (const [name, value] of Object.entries(typed)) set(values, name, value);
      reset(values);
      const isNews = Object.entries(prepared?.values ?? {}).some(([name, value]) => !isSame(values[name], value));
      if (isNews) setOffer(prepared);
    }
    if (prepared && isUntouched) current.current.preparedBy = prepared.by;
    setPreparedBy(current.current.preparedBy ?? null);
    setRestored(stored && { changedAt: Number(stored.changedAt), isOld: isOld(stored) });
    setIsAttempted(stored?.attempt !== undefined);
    save();
    setIsReady(true);
    const saveSoon = () => {
      timer.current ||= window.setTimeout(save, pauseMilliseconds);
    };
    const unsubscribe = subscribe({ formState: { values: true }, callback: saveSoon });
    const turn = () => {
      // A browser may discard a hidden page without another event.
      if (document.hidden) savePending();
      // Stores nothing: the draft may have been deleted in another tab.
      else if (place && !hasEnded.current) refresh(place);
    };
    const follow = (event: StorageEvent) => {
      if (!place?.isShared || hasEnded.current || !isCleared(place, event)) return;
      forget();
      reset({ ...emptyValues(fields), ...defaultValues });
    };
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("storage", follow);
    window.addEventListener("pagehide", savePending);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", turn);
      window.removeEventListener("storage", follow);
      window.removeEventListener("pagehide", savePending);
      savePending();
    };
  }, [formId, settings, reset, subscribe, refresh, save, savePending, forget]);

  useEffect(() => {
    // The browser shows the page as it was when the form was sent.
    const renew = (event: PageTransitionEvent) => event.persisted && hasEnded.current && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);

  return {
    /** The draft has been read, and the script has taken over. */
    isReady,
    /** False if the browser refuses to store drafts. */
    isKept,
    /** The values come from a draft. */
    isRestored: restored !== null,
    /** When the draft was last changed, if the person comes back to it. */
    leftAt: restored?.isOld ? restored.changedAt : null,
    /** The assistant that prepared the form, even if the person has changed values since; null without one. */
    preparedBy,
    /** Prepared values that would replace the person's own; null once `decide` was called. */
    offer,
    /** Takes the offered values, or leaves the form as it is. */
    decide: (isTaken: boolean) => {
      setOffer(null);
      if (!offer || !isTaken) return;
      for (const [name, value] of Object.entries(offer.values)) setValue(name, value);
      current.current.preparedBy = offer.by;
      setPreparedBy(offer.by);
      save();
    },
    /** Nothing is typed or chosen. */
    isEmpty,
    /** The form was sent once, and may have been stored. */
    isAttempted,
    /** Null if nothing was typed. */
    read: () => {
      savePending();
      return Object.keys(current.current.values).length ? current.current : null;
    },
    /** Stores more than the values. */
    update: (notes: Pick<Draft, "step" | "attempt">) => {
      Object.assign(current.current, notes);
      if (notes.attempt) setIsAttempted(true);
      save();
    },
    clear: () => {
      hasEnded.current = false;
      forget();
      if (place) clearDraft(place);
    },
    /** After sending: deletes the draft and stores no more. */
    end: () => {
      hasEnded.current = true;
      if (place) deleteDraft(place);
    },
  };
}

export const emptyValues = (fields: readonly string[]): JsonObject =>
  Object.fromEntries(fields.map((name) => [name, ""]));

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The page was loaded by Back, Forward or a reload. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

function isOld({ changedAt = 0, seenAt = changedAt }: Draft): boolean {
  return Date.now() - seenAt > visitMilliseconds;
}

/** The draft, unless it has been sent since its last change: without script nothing deletes it. */
function readUnsent(place: DraftSetup): Draft | null {
  const stored = readDraft(place);
  const sentId = place.sentId?.();
  if (!stored || sentId === undefined || sentId === stored.sentBefore) return stored;
  deleteDraft(place);
  return null;
}

/** The values of changed controls by name. */
function readTyped(formId: string, fields: readonly string[]): JsonObject {
  const element = document.getElementById(formId);
  if (!(element instanceof HTMLFormElement)) return {};
  const typed = [...element.elements].flatMap((control) => {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return [];
    const { name } = control;
    const value = readChange(control);
    const isOurs = fields.some((field) => name === field || name.startsWith(`${field}.`));
    return isOurs && value !== undefined ? [[name, value]] : [];
  });
  return Object.fromEntries(typed);
}

/** Undefined for a control that nobody has changed. */
function readChange(control: HTMLInputElement | HTMLTextAreaElement): string | boolean | undefined {
  const { type, value, defaultValue } = control;
  if (!(control instanceof HTMLInputElement) || (type !== "radio" && type !== "checkbox"))
    return value !== defaultValue ? value : undefined;
  if (control.checked === control.defaultChecked) return undefined;
  if (type === "checkbox") return control.checked;
  return control.checked ? value : undefined;
}

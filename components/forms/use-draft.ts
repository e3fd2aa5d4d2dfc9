"use client";

import { useCallback, useEffect, useInsertionEffect, useRef, useState } from "react";
import { set, type UseFormReturn } from "react-hook-form";
import type { JsonObject } from "#lib/domain/json.ts";
import { type Draft, type DraftPlace, deleteDraft, readDraft, writeDraft } from "./draft-store.ts";

export type DraftSetup = DraftPlace & {
  /** Reference of the last submission of this form from this browser, in any tab, with script or without. */
  sentId?: () => string | undefined;
};

type Setup = {
  formId: string;
  /** `null` keeps nothing, as for passwords. */
  place: DraftSetup | null;
  fields: readonly string[];
  defaultValues: JsonObject;
  form: Pick<UseFormReturn, "getValues" | "reset" | "subscribe">;
};

export type KeptDraft = Pick<ReturnType<typeof useDraft>, "read" | "update">;

const pauseMilliseconds = 300;

/** Keeps the input of a form until it is sent, and restores it. */
export function useDraft({ formId, place, fields, defaultValues, form }: Setup) {
  const { getValues, reset, subscribe } = form;
  const [settings] = useState({ place, fields, defaultValues });
  const current = useRef<Draft>({ values: {} });
  const typedBefore = useRef<JsonObject>({});
  const hasEnded = useRef(false);
  const timer = useRef(0);
  const [isReady, setIsReady] = useState(false);
  const [isKept, setIsKept] = useState(true);
  const [isRestored, setIsRestored] = useState(false);

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    const { place, fields, defaultValues } = settings;
    if (hasEnded.current || !place) return;
    const values = Object.fromEntries(fields.map((name) => [name, getValues(name) ?? ""]));
    const isTyped = fields.some((name) => !isSame(values[name], defaultValues[name] ?? ""));
    const kept = isTyped ? structuredClone(values) : {};
    if (!isSame(kept, current.current.values)) {
      Object.assign(current.current, { values: kept, changedAt: Date.now(), sentBefore: place.sentId?.() });
    }
    setIsKept(isTyped ? writeDraft(place, current.current) : deleteDraft(place));
  }, [settings, getValues]);

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
    if (stored || isSent || Object.keys(typed).length) {
      const values = structuredClone({ ...emptyValues(fields), ...defaultValues, ...stored?.values });
      for (const [name, value] of Object.entries(typed)) set(values, name, value);
      reset(values);
    }
    save();
    setIsRestored(stored !== null);
    setIsReady(true);
    const saveSoon = () => {
      timer.current ||= window.setTimeout(save, pauseMilliseconds);
    };
    const unsubscribe = subscribe({ formState: { values: true }, callback: saveSoon });
    // A browser may discard a hidden page without another event.
    document.addEventListener("visibilitychange", savePending);
    window.addEventListener("pagehide", savePending);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", savePending);
      window.removeEventListener("pagehide", savePending);
      savePending();
    };
  }, [formId, settings, reset, subscribe, save, savePending]);

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
    isRestored,
    /** Null if nothing was typed. */
    read: () => {
      savePending();
      return Object.keys(current.current.values).length ? current.current : null;
    },
    /** Stores more than the values. */
    update: (notes: Pick<Draft, "step" | "attempt">) => {
      Object.assign(current.current, notes);
      save();
    },
    clear: () => {
      current.current = { values: {} };
      hasEnded.current = false;
      setIsRestored(false);
      if (place) deleteDraft(place);
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

/** The draft, unless it has been sent since its last change: without script nothing deletes it. */
function readUnsent(place: DraftSetup): Draft | null {
  const stored = readDraft(place);
  const sentId = place.sentId?.();
  if (!stored || sentId === undefined || sentId === stored.sentBefore) return stored;
  deleteDraft(place);
  return null;
}

/** The values of changed controls by name. */
function readTyped(formId: string, fields: readonly string[]): Record<string, string> {
  const typed: Record<string, string> = {};
  const element = document.getElementById(formId);
  if (!(element instanceof HTMLFormElement)) return typed;
  for (const control of element.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue;
    const { name, value, defaultValue } = control;
    const isChanged = control.type === "radio" ? isChosen(control) : value !== defaultValue;
    if (isChanged && fields.some((field) => name === field || name.startsWith(`${field}.`))) typed[name] = value;
  }
  return typed;
}

function isChosen(control: HTMLInputElement | HTMLTextAreaElement): boolean {
  return control instanceof HTMLInputElement && control.checked && !control.defaultChecked;
}

import type { JsonObject } from "#lib/domain/json.ts";
import { isJsonObject } from "#lib/domain/json.ts";

/** What has been typed into a form, in this browser only, until it is sent or seven days have gone. */
export type Draft = {
  values: Record<string, string>;
  step: number;
  /** In milliseconds since the epoch: seven days count from here. */
  changedAt?: number;
  /** What had been sent when it was last changed: when something else has, it was this. */
  sentBefore?: number;
  /** What the last attempt sent, and its key. */
  attempt?: { key: string; body: JsonObject };
};

export const draftDays = 7;
const draftMilliseconds = draftDays * 24 * 60 * 60 * 1000;

export const formNames = ["evaluation", "contact"] as const;
export type FormName = (typeof formNames)[number];
const storageKey = (form: FormName) => `draft.${form}`;

export function readDraft(form: FormName): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(form)) ?? "null");
    if (isJsonObject(stored) && isDraft(stored) && Date.now() - Number(stored.changedAt) < draftMilliseconds)
      return stored;
    localStorage.removeItem(storageKey(form));
  } catch {
    // Storage is switched off, or holds what is not ours: there is no draft.
  }
  return null;
}

function isDraft(stored: JsonObject): stored is JsonObject & Draft {
  const { values, step } = stored;
  return (
    isJsonObject(values) && Object.values(values).every((value) => typeof value === "string") && Number.isInteger(step)
  );
}

/** Returns whether the browser keeps it. */
export function writeDraft(form: FormName, draft: Draft): boolean {
  try {
    localStorage.setItem(storageKey(form), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the browser would keep one. */
export function deleteDraft(form: FormName): boolean {
  try {
    localStorage.removeItem(storageKey(form));
    return true;
  } catch {
    return false;
  }
}

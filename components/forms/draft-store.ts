import { dayMilliseconds } from "#lib/domain/durations.ts";
import { isJsonObject, type JsonObject } from "#lib/domain/json.ts";
import { draftDays } from "#lib/domain/submissions/intake/privacy-notice.ts";

/** The input of a form, stored in this browser until it is sent or expires. */
export type Draft = {
  values: JsonObject;
  /** In milliseconds since the epoch. The draft expires `days` later. */
  changedAt?: number;
  /** When each changed field was last changed. */
  fieldChangedAt?: Record<string, number>;
  /** When a page of the form was last open, in any tab. */
  seenAt?: number;
  /** Id of the last submission before the last change. */
  sentBefore?: string;
  /** The screen of a stepped form. */
  step?: number;
  /** The assistant that prepared values by a link; empty if it gave no name. */
  preparedBy?: string;
  /** The last attempt to send, and the key it was sent with. */
  attempt?: { key: string; body: JsonObject };
};

/** Values from an assistant's link, and the assistant's name. */
export type Prepared = { values: Record<string, string>; by: string };

export type DraftPlace = {
  /** Unique in this browser. */
  name: string;
  /** `session` ends with the tab; the default is `local`. */
  storage?: "local" | "session";
  days?: number;
  /** Tabs that have the form open at once merge their changes. */
  isShared?: boolean;
};

const storageKey = ({ name }: DraftPlace) => `draft.${name}`;
const shelf = ({ storage }: DraftPlace) => (storage === "session" ? sessionStorage : localStorage);

/** The fields that were changed later in `other` than in `draft`, as another tab of the form may have done. */
export function listNewerFields(draft: Draft, other: Draft): string[] {
  const changedAt = ({ fieldChangedAt = {} }: Draft, field: string) => Number(fieldChangedAt[field] ?? 0);
  return Object.keys(other.values).filter((field) => changedAt(other, field) > changedAt(draft, field));
}

/** Deletes an expired or malformed draft. */
export function readDraft(place: DraftPlace): Draft | null {
  try {
    const stored: unknown = JSON.parse(shelf(place).getItem(storageKey(place)) ?? "null");
    const milliseconds = (place.days ?? draftDays) * dayMilliseconds;
    if (isDraft(stored) && Date.now() - Number(stored.changedAt) < milliseconds) return stored;
    shelf(place).removeItem(storageKey(place));
  } catch {
    // Storage is switched off, or holds no JSON.
  }
  return null;
}

/** @returns false if the browser refuses */
export function writeDraft(place: DraftPlace, draft: Draft): boolean {
  try {
    shelf(place).setItem(storageKey(place), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** @returns false if the browser refuses */
export function deleteDraft(place: DraftPlace): boolean {
  try {
    shelf(place).removeItem(storageKey(place));
    return true;
  } catch {
    return false;
  }
}

/** Stored for a moment before the deletion, so that other tabs get an event that `isCleared` recognises. */
const clearedMark = "{}";

/** Deletes a draft that is not to come back from another tab, either: see `isCleared`. */
export function clearDraft(place: DraftPlace): void {
  try {
    shelf(place).setItem(storageKey(place), clearedMark);
  } catch {
    // Storage is switched off or full.
  }
  deleteDraft(place);
}

/** Whether another tab has just cleared this draft. */
export function isCleared(place: DraftPlace, { key, newValue }: StorageEvent): boolean {
  return key === storageKey(place) && newValue === clearedMark;
}

function isDraft(stored: unknown): stored is Draft {
  if (!isJsonObject(stored)) return false;
  const { values, step = 0, fieldChangedAt = {}, preparedBy = "" } = stored;
  const isValid = isJsonObject(values) && isTyped(values) && Number.isInteger(step) && isJsonObject(fieldChangedAt);
  return isValid && typeof preparedBy === "string";
}

/** Strings and booleans, also nested. */
function isTyped(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean") return true;
  return typeof value === "object" && value !== null && Object.values(value).every(isTyped);
}

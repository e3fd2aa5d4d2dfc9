import { dayMilliseconds } from "#lib/domain/durations.ts";
import { isJsonObject, type JsonObject } from "#lib/domain/json.ts";
import { draftDays } from "#lib/domain/submissions/intake/privacy-notice.ts";

export type Draft = {
  values: JsonObject;
  /** Time of the last change, in milliseconds since the epoch. The draft expires `draftDays` later. */
  changedAt?: number;
  fieldChangedAt?: Record<string, number>;
  seenAt?: number;
  /** ID of the newest submission that the person had sent when the draft was last changed. */
  sentBefore?: string;
  step?: number;
  /** The furthest step that was counted, so that no step is counted twice. */
  reached?: number;
  /** Name of the assistant that prepared values through a link. Empty if the assistant gave no name. */
  preparedBy?: string;
  /** Prepared values about which the person has not decided yet. */
  offer?: PreparedValues | null;
  attempt?: { key: string; body: JsonObject };
};

export type PreparedValues = { values: Record<string, string>; by: string };

export type DraftPlace = {
  name: string;
  /** `session` drafts end with the tab; the default is `local`. */
  storage?: "local" | "session";
  isShared?: boolean;
};

const storageKey = ({ name }: DraftPlace) => `draft.${name}`;
const getStorage = ({ storage }: DraftPlace) => (storage === "session" ? sessionStorage : localStorage);

export function listNewerFields(draft: Draft, other: Draft): string[] {
  const changedAt = ({ fieldChangedAt = {} }: Draft, field: string) => Number(fieldChangedAt[field] ?? 0);
  return Object.keys(other.values).filter((field) => changedAt(other, field) > changedAt(draft, field));
}

/** Drafts that the browser refuses to store. */
const unstored = new Map<string, Draft>();

export function readDraft(place: DraftPlace): Draft | null {
  const kept = unstored.get(storageKey(place));
  if (kept) return kept;
  try {
    const stored: unknown = JSON.parse(getStorage(place).getItem(storageKey(place)) ?? "null");
    const isFresh = isDraft(stored) && Date.now() - Number(stored.changedAt) < draftDays * dayMilliseconds;
    if (isFresh) return stored;
    getStorage(place).removeItem(storageKey(place));
  } catch {
    // The browser's storage is disabled, or does not contain JSON.
  }
  return null;
}

/** @returns false if the browser refuses to change its storage */
function tryStorage(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}

export const writeDraft = (place: DraftPlace, draft: Draft): boolean =>
  tryStorage(() => {
    getStorage(place).setItem(storageKey(place), JSON.stringify(draft));
    unstored.delete(storageKey(place));
  });

/** Like `writeDraft`, but keeps a draft that the browser refuses to store until the page is left. */
export function keepDraft(place: DraftPlace, draft: Draft): boolean {
  const isStored = writeDraft(place, draft);
  if (!isStored) unstored.set(storageKey(place), draft);
  return isStored;
}

export function deleteDraft(place: DraftPlace): boolean {
  unstored.delete(storageKey(place));
  return tryStorage(() => getStorage(place).removeItem(storageKey(place)));
}

/** Stored briefly before a draft is deleted, so that other tabs get an event that `isDraftCleared` recognizes. */
const clearedMark = "{}";

/** Deletes a draft for good: other tabs must not restore it (see `isDraftCleared`). */
export function clearDraft(place: DraftPlace): void {
  tryStorage(() => getStorage(place).setItem(storageKey(place), clearedMark));
  deleteDraft(place);
}

export function isDraftCleared(place: DraftPlace, { key, newValue }: StorageEvent): boolean {
  return key === storageKey(place) && newValue === clearedMark;
}

function isDraft(stored: unknown): stored is Draft {
  if (!isJsonObject(stored)) return false;
  const { values, step = 0, fieldChangedAt = {}, preparedBy = "", offer = null } = stored;
  const isValid = isJsonObject(values) && isFormValue(values) && Number.isInteger(step) && isJsonObject(fieldChangedAt);
  return isValid && typeof preparedBy === "string" && (offer === null || isPrepared(offer));
}

function isPrepared(offer: unknown): boolean {
  return isJsonObject(offer) && typeof offer.by === "string" && isJsonObject(offer.values) && isFormValue(offer.values);
}

function isFormValue(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean") return true;
  return typeof value === "object" && value !== null && Object.values(value).every(isFormValue);
}

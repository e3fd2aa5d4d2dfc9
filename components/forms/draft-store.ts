import { isJsonObject, type JsonObject } from "#lib/domain/json.ts";

/** What was typed into a form, in this browser only, until it is sent or too old. */
export type Draft = {
  values: JsonObject;
  /** In milliseconds since the epoch: the draft's days count from here. */
  changedAt?: number;
  /** Id of what had last been sent when the draft was last changed. */
  sentBefore?: number;
  /** The screen of a stepped form. */
  step?: number;
  /** The last attempt to send, and the key it was sent with. */
  attempt?: { key: string; body: JsonObject };
};

export type DraftPlace = {
  /** Names the draft in this browser. */
  name: string;
  /** `session` ends with the tab; the default is `local`. */
  storage?: "local" | "session";
  days?: number;
};

export const draftDays = 7;

const storageKey = ({ name }: DraftPlace) => `draft.${name}`;
const shelf = ({ storage }: DraftPlace) => (storage === "session" ? sessionStorage : localStorage);

/** Deletes what is too old or malformed. */
export function readDraft(place: DraftPlace): Draft | null {
  try {
    const stored: unknown = JSON.parse(shelf(place).getItem(storageKey(place)) ?? "null");
    const milliseconds = (place.days ?? draftDays) * 24 * 60 * 60 * 1000;
    if (isDraft(stored) && Date.now() - Number(stored.changedAt) < milliseconds) return stored;
    shelf(place).removeItem(storageKey(place));
  } catch {
    // Storage is switched off, or holds no JSON: there is no draft.
  }
  return null;
}

/** @returns whether the browser keeps it */
export function writeDraft(place: DraftPlace, draft: Draft): boolean {
  try {
    shelf(place).setItem(storageKey(place), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** @returns whether the browser would keep one */
export function deleteDraft(place: DraftPlace): boolean {
  try {
    shelf(place).removeItem(storageKey(place));
    return true;
  } catch {
    return false;
  }
}

function isDraft(stored: unknown): stored is Draft {
  if (!isJsonObject(stored)) return false;
  const { values, step = 0 } = stored;
  return isJsonObject(values) && isTyped(values) && Number.isInteger(step);
}

/** Texts and ticks, in groups and lists of groups. */
function isTyped(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean") return true;
  return typeof value === "object" && value !== null && Object.values(value).every(isTyped);
}

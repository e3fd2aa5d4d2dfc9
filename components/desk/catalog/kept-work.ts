import { isJsonObject } from "#lib/domain/json.ts";

/** The fields of a form by name, as they were typed. */
export type FormValues = Record<string, string>;

const prefix = "desk.catalog.";

/** What was typed and not saved, in this browser only; null where there is none. */
export function keptWork(key: string): FormValues | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? "null");
    if (!isJsonObject(kept)) return null;
    const texts = Object.entries(kept).filter((pair): pair is [string, string] => typeof pair[1] === "string");
    return Object.fromEntries(texts);
  } catch {
    // Storage is switched off, or holds what is not ours.
    return null;
  }
}

export function keepWork(key: string, values: FormValues): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(values));
  } catch {
    // Storage is switched off or full: the form itself still holds it.
  }
}

export function dropWork(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was kept.
  }
}

import type { MadeChange } from "../core/pending.ts";

const toKey = (operatorId: string) => `desk.changes.${operatorId}`;

/** Reads changes that can be undone after a reload. Like drafts of replies, they are stored until the tab is closed. */
export function readKeptChanges(operatorId: string): MadeChange[] {
  try {
    return JSON.parse(sessionStorage.getItem(toKey(operatorId)) ?? "[]", reviveTime);
  } catch {
    // Storage is disabled, or the page is rendered on the server.
    return [];
  }
}

/** Items may be whole rows. The person's data is not needed to undo a change. */
export function keepChanges(operatorId: string, all: readonly MadeChange[]): void {
  const kept = all
    .filter(({ stored }) => stored)
    .map((made) => {
      const items = made.items.map(({ kind, id, status, owner, snoozedUntil }) => {
        return { kind, id, status, owner, snoozedUntil };
      });
      return { ...made, items, isUndoing: false };
    });
  try {
    sessionStorage.setItem(toKey(operatorId), JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the changes can be undone until the page is left.
  }
}

function reviveTime(name: string, value: unknown): unknown {
  return (name === "snoozedUntil" || name === "until") && typeof value === "string" ? new Date(value) : value;
}

import type { MadeChange } from "../core/pending.ts";

/** Changes that can be undone after a reload. Like drafts of replies, they are stored until the tab is closed. */
export class KeptChanges {
  readonly #key: string;

  constructor(operatorId: string) {
    this.#key = `desk.changes.${operatorId}`;
  }

  read(): MadeChange[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]", reviveTime);
    } catch {
      // Storage is disabled, or the page is rendered on the server.
      return [];
    }
  }

  write(all: readonly MadeChange[]): void {
    const kept = all
      .filter(({ stored }) => stored)
      .map((made) => ({ ...made, items: made.items.map(toSeen), isUndoing: false }));
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // Storage is disabled or full: the changes can be undone until the page is left.
    }
  }
}

/** Items may be whole rows. The person's data is not needed to undo a change. */
const toSeen = ({ kind, id, status, owner, snoozedUntil }: MadeChange["items"][number]) => ({
  kind,
  id,
  status,
  owner,
  snoozedUntil,
});

function reviveTime(name: string, value: unknown): unknown {
  return (name === "snoozedUntil" || name === "until") && typeof value === "string" ? new Date(value) : value;
}

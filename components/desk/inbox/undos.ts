import type { Problem } from "#components/forms/use-form.ts";
import type { StoredChange } from "#lib/domain/desk/bulk.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

export type Undo = {
  /** What it undoes; empty until the change is stored. */
  changes: readonly StoredChange[];
  /** The submission whose status alone was changed. */
  readonly statusRef: SubmissionRef | undefined;
  /** Waits with its request for `before`: the undo of an older change would be refused before that of a newer one. */
  readonly run: (before: Promise<unknown>) => Promise<unknown>;
  isUnderWay: boolean;
};

const undosMax = 100;
const transientKinds: Problem["kind"][] = ["no_answer", "unavailable", "rate_limited", "unauthorized"];

/**
 * The changes that this tab can undo, newest last: also those that are not stored yet, as a key means the change that was
 * made last, not the one that was stored last.
 */
export class Undos {
  #undos: Undo[] = [];
  #running: Promise<unknown> = Promise.resolve();

  add(undo: Pick<Undo, "run"> & Partial<Pick<Undo, "statusRef" | "changes">>): Undo {
    const added = { statusRef: undefined, changes: [], ...undo, isUnderWay: false };
    this.#undos = [...this.#undos, added].slice(-undosMax);
    return added;
  }

  /** @returns false if nothing is left to undo */
  undoLast(): boolean {
    const last = this.#undos.findLast(({ isUnderWay }) => !isUnderWay);
    return last !== undefined && this.undo(last);
  }

  /** @returns false if it can no longer be undone */
  undo(undo: Undo): boolean {
    if (undo.isUnderWay || !this.#undos.includes(undo)) return false;
    undo.isUnderWay = true;
    this.#running = Promise.all([this.#running, undo.run(this.#running)]).then(() => undefined);
    return true;
  }

  /** Of this tab's last change of the status, unless that of `event` is newer. */
  findStatus({ kind, id }: SubmissionRef, event: string): Undo | undefined {
    const last = this.#undos.findLast(({ statusRef }) => statusRef?.kind === kind && statusRef.id === id);
    return last?.changes.every((change) => BigInt(change.event) >= BigInt(event)) ? last : undefined;
  }

  /** It failed. It is kept if a later try may succeed; otherwise it is removed: older ones wait behind it. */
  fail(undo: Undo, { kind }: Pick<Problem, "kind">): void {
    undo.isUnderWay = false;
    if (!transientKinds.includes(kind)) this.remove(undo);
  }

  remove(undo: Undo): void {
    this.#undos = this.#undos.filter((other) => other !== undo);
  }

  /** These are undone: also as a part of a change of many. */
  removeChanges(changes: readonly StoredChange[]): void {
    const events = new Set(changes.map(({ event }) => event));
    this.#undos = this.#undos.filter((undo) => {
      const isStored = undo.changes.length > 0;
      undo.changes = undo.changes.filter(({ event }) => !events.has(event));
      return !isStored || undo.changes.length > 0;
    });
  }
}

import type { Problem } from "#components/forms/use-form.ts";
import type { StoredChange } from "#lib/domain/desk/bulk.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

/** False if a later try may succeed: the undo of an older change would be refused before that. */
export type Ended = Promise<boolean>;

export type Undo = {
  /** Empty until they are stored. */
  changes: readonly StoredChange[];
  /** The submission whose status alone was changed. */
  readonly statusRef: SubmissionRef | undefined;
  /** Waits with its request for the undos of newer changes. */
  readonly run: (newerUndos: Ended) => Ended;
  isUnderWay: boolean;
};

const undosMax = 100;
const transientKinds: Problem["kind"][] = ["no_answer", "unavailable", "rate_limited", "unauthorized"];

/**
 * The changes that this tab can undo, newest last: also those that are not stored yet, as a key means the change that
 * was made last, not the one that was stored last.
 */
export class Undos {
  #undos: Undo[] = [];
  #running: Ended = Promise.resolve(true);

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
    // A fault in one is not to stop all others.
    const ended = undo.run(this.#running).catch(() => true);
    const running = Promise.all([this.#running, ended]).then((all) => all.every(Boolean));
    this.#running = running;
    void running.then(() => {
      if (this.#running === running) this.#running = Promise.resolve(true);
    });
    return true;
  }

  /** Of this tab's last change of the status, unless that of `event` is newer. */
  findStatus({ kind, id }: SubmissionRef, event: string): Undo | undefined {
    const last = this.#undos.findLast(({ statusRef }) => statusRef?.kind === kind && statusRef.id === id);
    return last?.changes.every((change) => BigInt(change.event) >= BigInt(event)) ? last : undefined;
  }

  /** It failed, and is kept if a later try may succeed. @returns whether it is removed: older ones wait behind it */
  fail(undo: Undo, { kind }: Pick<Problem, "kind">): boolean {
    undo.isUnderWay = false;
    const isOver = !transientKinds.includes(kind);
    if (isOver) this.remove(undo);
    return isOver;
  }

  /** It was not sent, as the undo of a newer change has failed. */
  keep(undo: Undo): void {
    undo.isUnderWay = false;
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

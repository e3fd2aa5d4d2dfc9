import type { Problem } from "#components/forms/use-form.ts";
import type { BulkItem } from "#lib/domain/desk/bulk.ts";
import type { SubmissionEvent } from "#lib/domain/submissions/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

export type Undo = {
  /** The submissions with the revisions that the change made, which the undo names; empty until the change is stored. */
  items: readonly BulkItem[];
  /** The submission whose status alone was changed. */
  readonly statusOf: SubmissionRef | undefined;
  readonly run: () => unknown;
  isUnderWay: boolean;
};

const passing: Problem["kind"][] = ["no_answer", "unavailable", "rate_limited", "unauthorized"];

/**
 * The changes that this tab can undo, newest last: also those that are not stored yet, as a key means the change that was
 * made last, not the one that was stored last.
 */
export class Undos {
  #undos: Undo[] = [];

  add(undo: Pick<Undo, "run"> & Partial<Pick<Undo, "statusOf">>): Undo {
    const added = { statusOf: undefined, ...undo, items: [], isUnderWay: false };
    this.#undos.push(added);
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
    undo.run();
    return true;
  }

  findStatus(ref: SubmissionRef): Undo | undefined {
    return this.#undos.findLast(({ statusOf, isUnderWay }) => !isUnderWay && isOf(ref, statusOf));
  }

  /** It failed. It is kept if a later try may succeed; otherwise it is removed: older ones wait behind it. */
  fail(undo: Undo, { kind }: Pick<Problem, "kind">): void {
    undo.isUnderWay = false;
    if (!passing.includes(kind)) this.remove(undo);
  }

  remove(undo: Undo): void {
    this.#undos = this.#undos.filter((other) => other !== undo);
  }

  /** The service undoes a submission's last change of status only, and no undo. */
  removeStatus(ref: SubmissionRef): void {
    this.#undos = this.#undos.filter(({ statusOf, isUnderWay }) => isUnderWay || !isOf(ref, statusOf));
  }

  /** This tab has changed what it knew: that is no reason to refuse the undo of an earlier change. */
  follow(ref: SubmissionRef, known: KnownSubmission, revision: number): void {
    for (const undo of this.#undos) {
      undo.items = undo.items.map((item) =>
        isOf(ref, item) && hasOnlyNotesSince(known, item.revision) ? { ...item, revision } : item,
      );
    }
  }
}

const isOf = ({ kind, id }: SubmissionRef, other: SubmissionRef | undefined) => other?.kind === kind && other.id === id;

type KnownSubmission = { revision: number; timeline?: readonly SubmissionEvent[] };

/** Whether only notes were added since that revision. Each raises it by one. */
export function hasOnlyNotesSince({ revision, timeline = [] }: KnownSubmission, since: number): boolean {
  const changes = timeline.filter(({ type }) => type !== "seen" && type !== "mail" && type !== "repeated");
  const notes = changes.length - 1 - changes.findLastIndex(({ type }) => type !== "note");
  return since >= revision - notes;
}

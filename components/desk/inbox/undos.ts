import type { Problem } from "#components/forms/use-form.ts";
import type { SubmissionEvent } from "#lib/domain/submissions/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

type Known = { revision: number; timeline?: readonly SubmissionEvent[] };
/** `revision` is the one that a change of this tab has made, and its undo is sent with it. `at` is its place among them. */
export type Undo<Change> = { ref: SubmissionRef; change: Change; revision: number; at: number };

const passing: Problem["kind"][] = ["no_answer", "unavailable", "rate_limited", "unauthorized"];

/** The changes that this tab can undo, newest last. */
export class Undos<Change> {
  #undos: Undo<Change>[] = [];
  #count = 0;

  add(undo: Omit<Undo<Change>, "at">): void {
    this.#undos.push({ ...undo, at: this.#count++ });
  }

  pop(): Undo<Change> | undefined {
    return this.#undos.pop();
  }

  /**
   * For one that failed, if a later try may succeed; what was changed meanwhile is taken back before it. One that would
   * fail again is dropped: the older ones wait behind it.
   */
  putBack(undo: Undo<Change>, { kind }: Pick<Problem, "kind">): void {
    if (!passing.includes(kind)) return;
    this.#undos = [...this.#undos, undo].sort((one, other) => one.at - other.at);
  }

  /** A later change of this tab to what it knew stands in no way of taking an earlier one back as well. */
  follow(ref: SubmissionRef, known: Known, revision: number): void {
    this.#undos = this.#undos.map((undo) =>
      undo.ref.kind === ref.kind && undo.ref.id === ref.id && hasOnlyNotesSince(known, undo.revision)
        ? { ...undo, revision }
        : undo,
    );
  }
}

/** Whether only notes were added since that revision. Each raises it by one. */
export function hasOnlyNotesSince({ revision, timeline = [] }: Known, since: number): boolean {
  const changes = timeline.filter(({ type }) => type !== "seen" && type !== "mail" && type !== "repeated");
  const notes = changes.length - 1 - changes.findLastIndex(({ type }) => type !== "note");
  return since >= revision - notes;
}

import { describe, expect, test } from "vitest";
import type { TimelineEvent } from "#lib/domain/submissions/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { hasOnlyNotesSince, Undos } from "./undos.ts";

const ref = { kind: "evaluation", id: 1 } as const;
const other = { kind: "inquiry", id: 1 } as const;
const by = { id: "1", at: new Date(), actor: "Ana", operatorId: "ana" };
const note: TimelineEvent = { ...by, type: "note", details: { text: "Called." } };
const owner: TimelineEvent = { ...by, type: "owner", details: { from: null, to: null } };
const seen: TimelineEvent = { ...by, type: "seen", details: {} };

/** Of a change that has made that revision; each undo that is run is noted. */
function makeUndos() {
  const undos = new Undos();
  const run: string[] = [];
  const add = (name: string, of: SubmissionRef = ref, revision = 1) => {
    const undo = undos.add({ run: () => run.push(name) });
    undo.items = [{ ...of, revision }];
    return undo;
  };
  return { undos, run, add };
}

describe("the undo of a change", () => {
  test("is of the last one that is not being undone, also before that is stored", () => {
    const { undos, run, add } = makeUndos();
    add("first");
    undos.add({ run: () => run.push("pending") });
    expect([undos.undoLast(), undos.undoLast(), undos.undoLast()]).toEqual([true, true, false]);
    expect(run).toEqual(["pending", "first"]);
  });

  test("names the revision that the tab itself has made, not one that others made since", () => {
    const { undos, add } = makeUndos();
    const undo = add("to new");
    undos.follow(ref, { revision: 2, timeline: [note, owner] }, 3);
    expect(undo.items).toEqual([{ ...ref, revision: 1 }]);
  });

  test("goes back over several changes of this tab, and over notes between them", () => {
    const { undos, add } = makeUndos();
    const [first, another] = [add("first"), add("of another", other)];
    undos.follow(ref, { revision: 2, timeline: [owner, note] }, 3);
    undos.undoLast();
    // Also while it is under way.
    undos.undo(first);
    undos.follow(ref, { revision: 3 }, 4);
    expect(first.items).toEqual([{ ...ref, revision: 4 }]);
    expect(another.items).toEqual([{ ...other, revision: 1 }]);
  });

  test("that could not be sent comes after what was changed meanwhile", () => {
    const { undos, run, add } = makeUndos();
    const [first, second] = [add("first"), add("second")];
    undos.undoLast();
    undos.undoLast();
    add("meanwhile");
    for (const undo of [first, second]) undos.fail(undo, { kind: "no_answer" });
    run.length = 0;
    while (undos.undoLast());
    expect(run).toEqual(["meanwhile", "second", "first"]);
  });

  test.each(["refused", "not_found", "forbidden"] as const)("is dropped where a try ended with %s", (kind) => {
    const { undos, run, add } = makeUndos();
    const [, second] = [add("first"), add("second")];
    undos.undo(second);
    undos.fail(second, { kind });
    expect(undos.undo(second)).toBe(false);
    undos.undoLast();
    expect(run).toEqual(["second", "first"]);
  });

  test.each(["unavailable", "rate_limited", "unauthorized"] as const)("is kept where a try ended with %s", (kind) => {
    const { undos, run, add } = makeUndos();
    const only = add("only");
    expect([undos.undo(only), undos.undo(only)]).toEqual([true, false]);
    undos.fail(only, { kind });
    expect(undos.undoLast()).toBe(true);
    expect(run).toEqual(["only", "only"]);
  });

  test("of a submission's status is gone with any other undo of its status", () => {
    const { undos, run, add } = makeUndos();
    add("owner");
    for (const statusOf of [other, ref, ref]) undos.add({ statusOf, run: () => run.push(`status ${statusOf.kind}`) });
    const last = undos.findStatus(ref);
    if (last) undos.remove(last);
    undos.removeStatus(ref);
    while (undos.undoLast());
    expect(run).toEqual(["status inquiry", "owner"]);
  });
});

test.each([
  ["nothing", 2, [owner], 2, true],
  ["a note and views", 3, [owner, note, seen], 2, true],
  ["a change", 3, [note, owner], 2, false],
  ["a change and then a note", 4, [owner, owner, note], 2, false],
  ["a note and then a change", 4, [owner, note, owner], 2, false],
  ["a note, of a submission that has only notes", 2, [note, note], 1, true],
])("%s since a revision", (_name, revision, timeline, since, isOnlyNotes) => {
  expect(hasOnlyNotesSince({ revision, timeline }, since)).toBe(isOnlyNotes);
});

import { describe, expect, test } from "vitest";
import type { TimelineEvent } from "#lib/domain/submissions/events.ts";
import { hasOnlyNotesSince, Undos } from "./undos.ts";

const ref = { kind: "evaluation", id: 1 } as const;
const other = { kind: "inquiry", id: 1 } as const;
const by = { id: "1", at: new Date(), actor: "Ana", operatorId: "ana" };
const note: TimelineEvent = { ...by, type: "note", details: { text: "Called." } };
const owner: TimelineEvent = { ...by, type: "owner", details: { from: null, to: null } };
const seen: TimelineEvent = { ...by, type: "seen", details: {} };

describe("what a tab can take back", () => {
  test("is sent with the revision that the tab itself has made, not with one that others made since", () => {
    const undos = new Undos<string>();
    undos.add({ ref, change: "to new", revision: 1 });
    undos.follow(ref, { revision: 2, timeline: [note, owner] }, 3);
    expect(undos.pop()).toMatchObject({ ref, change: "to new", revision: 1 });
    expect(undos.pop()).toBeUndefined();
  });

  test("goes back over several changes of this tab, and over notes between them", () => {
    const undos = new Undos<string>();
    undos.add({ ref, change: "first", revision: 1 });
    undos.add({ ref: other, change: "of another", revision: 1 });
    undos.follow(ref, { revision: 2, timeline: [owner, note] }, 3);
    undos.add({ ref, change: "second", revision: 3 });
    expect(undos.pop()).toMatchObject({ change: "second", revision: 3 });
    undos.follow(ref, { revision: 3 }, 4);
    expect(undos.pop()).toMatchObject({ change: "of another", revision: 1 });
    expect(undos.pop()).toMatchObject({ change: "first", revision: 4 });
  });

  test("that could not be sent comes after what was changed meanwhile", () => {
    const undos = new Undos<string>();
    for (const change of ["first", "second"]) undos.add({ ref, change, revision: 1 });
    const [second, first] = [undos.pop(), undos.pop()];
    undos.add({ ref: other, change: "meanwhile", revision: 1 });
    for (const undo of [first, second]) if (undo) undos.putBack(undo, { kind: "no_answer" });
    expect([undos.pop(), undos.pop(), undos.pop()].map((undo) => undo?.change)).toEqual([
      "meanwhile",
      "second",
      "first",
    ]);
  });

  test.each(["refused", "not_found", "forbidden"] as const)("is dropped where a try ended with %s", (kind) => {
    const undos = new Undos<string>();
    for (const change of ["first", "second"]) undos.add({ ref, change, revision: 1 });
    const second = undos.pop();
    if (second) undos.putBack(second, { kind });
    expect(undos.pop()).toMatchObject({ change: "first" });
  });

  test.each(["unavailable", "rate_limited", "unauthorized"] as const)("is kept where a try ended with %s", (kind) => {
    const undos = new Undos<string>();
    undos.add({ ref, change: "only", revision: 1 });
    const only = undos.pop();
    if (only) undos.putBack(only, { kind });
    expect(undos.pop()).toEqual(only);
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

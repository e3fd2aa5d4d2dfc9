import { describe, expect, test } from "vitest";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { type Ended, Undos } from "./undos.ts";

const ref = { kind: "evaluation", id: 1 } as const;
const other = { kind: "inquiry", id: 1 } as const;

/** Each undo that is run is noted. */
function makeUndos() {
  const undos = new Undos();
  const run: string[] = [];
  const note = (name: string) => async () => run.push(name) > 0;
  const add = (name: string, events: string[] = ["1"], statusRef?: SubmissionRef) =>
    undos.add({ statusRef, changes: events.map((event) => ({ ...ref, event })), run: note(name) });
  const undoAll = () => {
    while (undos.undoLast());
    return run;
  };
  return { undos, run, note, add, undoAll };
}

describe("the undo of a change", () => {
  test("is of the last one that is not being undone, also before that is stored", () => {
    const { undos, run, note, add } = makeUndos();
    add("first");
    undos.add({ run: note("pending") });
    expect([undos.undoLast(), undos.undoLast(), undos.undoLast()]).toEqual([true, true, false]);
    expect(run).toEqual(["pending", "first"]);
  });

  test("waits with its request for those of newer changes, whatever becomes of them", async () => {
    const undos = new Undos();
    const sent: string[] = [];
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const send =
      (name: string, answer = Promise.resolve(true)) =>
      async (newerUndos: Ended) => {
        sent.push(`${name} after ${await newerUndos}`);
        return answer;
      };
    const fault = async () => {
      throw new Error("A fault");
    };
    undos.add({ run: send("first") });
    undos.add({ run: fault });
    undos.add({ run: send("third", promise) });
    for (let at = 0; at < 3; at++) undos.undoLast();
    await new Promise((next) => setTimeout(next));
    expect(sent).toEqual(["third after true"]);
    resolve(true);
    await expect.poll(() => sent).toEqual(["third after true", "first after true"]);
  });

  test("learns of a newer one that may be tried again, and knows nothing of it later", async () => {
    const undos = new Undos();
    const after: boolean[] = [];
    const run = (ended: boolean) => async (newerUndos: Ended) => {
      after.push(await newerUndos);
      return ended;
    };
    for (const ended of [true, true, false]) undos.add({ run: run(ended) });
    undos.undoLast();
    undos.undoLast();
    await expect.poll(() => after).toEqual([true, false]);
    await new Promise((next) => setTimeout(next));
    undos.undoLast();
    await expect.poll(() => after).toEqual([true, false, true]);
  });

  test("that could not be sent comes after what was changed meanwhile", () => {
    const { undos, run, add, undoAll } = makeUndos();
    const [first, second] = [add("first"), add("second")];
    undoAll();
    add("meanwhile");
    for (const undo of [first, second]) undos.fail(undo, { kind: "no_answer" });
    run.length = 0;
    expect(undoAll()).toEqual(["meanwhile", "second", "first"]);
  });

  test.each(["refused", "not_found", "forbidden", "conflict"] as const)(
    "is dropped where a try ended with %s",
    (kind) => {
      const { undos, add, undoAll } = makeUndos();
      const [, second] = [add("first"), add("second")];
      undos.undo(second);
      undos.fail(second, { kind });
      expect(undos.undo(second)).toBe(false);
      expect(undoAll()).toEqual(["second", "first"]);
    },
  );

  test.each(["unavailable", "rate_limited", "unauthorized"] as const)("is kept where a try ended with %s", (kind) => {
    const { undos, add, undoAll } = makeUndos();
    const only = add("only");
    expect([undos.undo(only), undos.undo(only)]).toEqual([true, false]);
    undos.fail(only, { kind });
    expect(undoAll()).toEqual(["only", "only"]);
  });

  test("of many goes on without what was undone elsewhere, and is gone once all of it is", () => {
    const { undos, note, add, undoAll } = makeUndos();
    undos.add({ run: note("pending") });
    const many = add("many", ["1", "2"]);
    undos.removeChanges([{ ...ref, event: "1" }]);
    expect(many.changes).toEqual([{ ...ref, event: "2" }]);
    undos.removeChanges([{ ...ref, event: "2" }]);
    expect(undoAll()).toEqual(["pending"]);
  });

  test("is kept of the last hundred changes", () => {
    const { add, undoAll } = makeUndos();
    for (let at = 0; at <= 100; at++) add(String(at));
    const run = undoAll();
    expect([run.length, run.at(-1)]).toEqual([100, "1"]);
  });
});

test("the last change of a submission's status is this tab's, unless the timeline has a newer one", () => {
  const { undos, add, note } = makeUndos();
  add("owner");
  const status = add("status", ["9"], ref);
  add("of another", ["11"], other);
  expect(["8", "9", "10"].map((event) => undos.findStatus(ref, event))).toEqual([status, status, undefined]);
  const pending = undos.add({ statusRef: ref, run: note("pending") });
  expect(undos.findStatus(ref, "10")).toBe(pending);
});

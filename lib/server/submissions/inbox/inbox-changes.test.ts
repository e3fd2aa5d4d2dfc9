import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SequenceTracker } from "./inbox-changes.ts";

const row = (id: number, isReady = true) => ({ id, isReady });
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe("SequenceTracker", () => {
  test("returns each row once, even if an earlier number is committed later", () => {
    const tracker = new SequenceTracker(10);
    expect(ids(tracker.take([row(11), row(13)], 0))).toEqual([11, 13]);
    expect([tracker.last, tracker.floor, tracker.listMissing(0)]).toEqual([13, 11, [12]]);
    expect(ids(tracker.take([row(11), row(12), row(13)], 1_000))).toEqual([12]);
    expect([tracker.floor, tracker.listMissing(1_000)]).toEqual([13, []]);
  });

  test("waits at most a minute for a row number that never appears", () => {
    const tracker = new SequenceTracker(10);
    tracker.take([row(12)], 0);
    expect(tracker.listMissing(64_000)).toEqual([11]);
    expect(tracker.listMissing(66_000)).toEqual([]);
    expect(tracker.floor).toBe(12);
    expect(tracker.take([row(11)], 66_000)).toEqual([]);
  });

  test("waits up to ten seconds for a row to be ready", () => {
    const tracker = new SequenceTracker(0);
    expect(tracker.take([row(1, false), row(2)], 0)).toEqual([row(2)]);
    expect(tracker.floor).toBe(0);
    expect(tracker.take([row(1, false)], 9_000)).toEqual([]);
    expect(tracker.take([row(1, false)], 11_000)).toEqual([row(1, false)]);
    expect(tracker.floor).toBe(2);
  });

  test("looks up at most a thousand missing row numbers", () => {
    const tracker = new SequenceTracker(0);
    tracker.take([row(1_000_000)], 0);
    expect(tracker.listMissing(0)).toHaveLength(1_000);
    expect(tracker.floor).toBe(998_999);
  });

  test("loses no row, whatever the order of commits", () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 40 }, (_, at) => at + 1),
      { minLength: 40, maxLength: 40 },
    );
    fc.assert(
      fc.property(order, fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }), (committed, sizes) => {
        const tracker = new SequenceTracker(0);
        const taken: number[] = [];
        const visible = new Set<number>();
        for (const size of [...sizes, 40]) {
          for (const id of committed.splice(0, size)) visible.add(id);
          const asked = new Set(tracker.listMissing(0));
          const found = [...visible].filter((id) => id > tracker.last || asked.has(id));
          taken.push(
            ...ids(
              tracker.take(
                found.map((id) => row(id)),
                0,
              ),
            ),
          );
        }
        expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
        expect(tracker.floor).toBe(40);
      }),
    );
  });
});

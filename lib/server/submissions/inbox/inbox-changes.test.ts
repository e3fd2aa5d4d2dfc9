import fc from "fast-check";
import { expect, test } from "vitest";
import { findFloor } from "./inbox-changes.ts";

const now = new Date("2026-11-30T12:00:00Z");
const makeRow = (id: number, ageSeconds = 0, isReady = true) => {
  return { id, at: new Date(now.getTime() - ageSeconds * 1_000), isReady };
};

test.each([
  ["follows consecutive numbers", [makeRow(11), makeRow(12)], 12],
  ["stops before a missing number", [makeRow(11), makeRow(13)], 11],
  ["waits a minute and a half for a missing number", [makeRow(12, 89)], 10],
  ["gives up a number that never appears", [makeRow(12, 91), makeRow(13)], 13],
  ["stops before a row that is not ready", [makeRow(11, 0, false), makeRow(12)], 10],
  ["stays without rows", [], 10],
])("%s", (_rule, rows, floor) => {
  expect(findFloor(10, rows, now)).toBe(floor);
});

test("loses no row, whatever the order of commits", () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const order = fc.shuffledSubarray(numbers, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(order, fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }), (committed, sizes) => {
      const visible: number[] = [];
      const reported = new Set<number>();
      let floor = 0;
      for (const size of [...sizes, 40]) {
        visible.push(...committed.splice(0, size));
        const found = visible.filter((id) => id > floor).sort((a, b) => a - b);
        for (const id of found) reported.add(id);
        floor = findFloor(
          floor,
          found.map((id) => makeRow(id)),
          now,
        );
      }
      expect([reported.size, floor]).toEqual([40, 40]);
    }),
  );
});

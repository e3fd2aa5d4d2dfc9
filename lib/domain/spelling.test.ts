import { expect, test } from "vitest";
import { getEditDistance } from "./spelling.ts";

test.each([
  ["recibo", "recibo", 0],
  ["recibo", "resibo", 1],
  ["recibo", "erciob", 2],
  ["recibo", "recibos de", 4],
  ["", "ab", 2],
])("counts the typing errors between %j and %j", (one, other, count) => {
  expect(getEditDistance(one, other)).toBe(count);
  expect(getEditDistance(one, other, count)).toBe(count);
  if (count) expect(getEditDistance(one, other, count - 1)).toBeGreaterThan(count - 1);
});

test("gives up on two long words that differ early before the test runs out of time", () => {
  expect(getEditDistance("a".repeat(100_000), "b".repeat(100_000), 2)).toBeGreaterThan(2);
});

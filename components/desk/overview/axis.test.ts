import { expect, test } from "vitest";
import { axisOf, percent } from "./axis.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [20, [0, 5, 10, 15, 20]],
  [21, [0, 10, 20, 30]],
  [97, [0, 50, 100]],
  [10_694, [0, 5000, 10_000, 15_000]],
])("an axis up to %i has the steps %j", (max, steps) => {
  expect(axisOf(max)).toEqual(steps);
});

test("an axis has at most five steps, whole, the last of which nothing exceeds", () => {
  for (let max = 0; max < 3000; max++) {
    const steps = axisOf(max);
    expect(steps.length).toBeLessThanOrEqual(5);
    expect(steps.every(Number.isInteger)).toBe(true);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(max);
  }
});

test("a length is told to a hundredth of a percent", () => {
  expect([percent(1, 3), percent(0, 3), percent(3, 3)]).toEqual(["33.33%", "0%", "100%"]);
});

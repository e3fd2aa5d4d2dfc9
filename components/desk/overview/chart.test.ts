import { expect, test } from "vitest";
import { toAxisSteps, toPercent } from "./chart.tsx";

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
])("marks an axis for values up to %i with the numbers %j", (max, steps) => {
  expect(toAxisSteps(max)).toEqual(steps);
});

test("marks an axis with at most five whole numbers, the last at or above the maximum", () => {
  for (let max = 0; max < 3000; max++) {
    const steps = toAxisSteps(max);
    expect(steps.length).toBeLessThanOrEqual(5);
    expect(steps.every(Number.isInteger)).toBe(true);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(max);
  }
});

test("formats a bar's length as a percentage with at most two decimals", () => {
  expect([toPercent(1, 3), toPercent(0, 3), toPercent(3, 3)]).toEqual(["33.33%", "0%", "100%"]);
});

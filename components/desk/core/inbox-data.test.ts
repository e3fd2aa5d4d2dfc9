import { expect, test } from "vitest";
import { countListed } from "./inbox-data.ts";

test.each([
  ["a list with an exact count", { count: 120, isCapped: false }, 50, true, { count: 120, isCapped: false }],
  ["a list with a capped count", { count: 100, isCapped: true }, 50, true, { count: 100, isCapped: true }],
  [
    "a list with more loaded rows than its capped count",
    { count: 100, isCapped: true },
    150,
    true,
    { count: 150, isCapped: true },
  ],
  [
    "a list with rows added since it was counted",
    { count: 52, isCapped: false },
    100,
    true,
    { count: 100, isCapped: true },
  ],
  ["a list whose rows are all loaded", { count: 100, isCapped: true }, 130, false, { count: 130, isCapped: false }],
  [
    "a list with fewer rows than when it was counted",
    { count: 20, isCapped: false },
    18,
    false,
    { count: 18, isCapped: false },
  ],
])("counts the submissions of %s", (_name, total, rowCount, hasNextPage, expected) => {
  expect(countListed(total, rowCount, hasNextPage)).toEqual(expected);
});

import { expect, test } from "vitest";
import { countListed } from "./inbox-data.ts";

test.each([
  ["a list with an exact count", { count: 120, isCapped: false }, 50, true, { count: 120, isCapped: false }],
  ["a list with a capped count", { count: 100, isCapped: true }, 50, true, { count: 100, isCapped: true }],
  ["more rows than are counted", { count: 100, isCapped: true }, 150, true, { count: 150, isCapped: true }],
  ["rows that arrived since the count", { count: 52, isCapped: false }, 100, true, { count: 100, isCapped: true }],
  ["all rows", { count: 100, isCapped: true }, 130, false, { count: 130, isCapped: false }],
  ["fewer rows than there were", { count: 20, isCapped: false }, 18, false, { count: 18, isCapped: false }],
])("counts %s", (_name, total, rowCount, hasNextPage, expected) => {
  expect(countListed(total, rowCount, hasNextPage)).toEqual(expected);
});

import { expect, test } from "vitest";
import { formatNumber } from "./format-number.ts";

test.each([
  ["en", 1_000, "1,000"],
  ["es", 999, "999"],
  ["es", 1_000, "1,000"],
  ["es", 25_000, "25,000"],
] as const)("writes a number in %s: %i as %s", (locale, number, expected) => {
  expect(formatNumber(number, locale)).toBe(expected);
});

import { expect, test } from "vitest";
import { toTimeLeft } from "./time-left.ts";

const now = new Date("2026-11-23T12:00:00Z");
const inMinutes = (minutes: number) => toTimeLeft(new Date(now.getTime() + minutes * 60_000), now);

test.each([
  [5, "5 minutes left"],
  [59.9, "59 minutes left"],
  [60, "1 hours left"],
  [5 * 60 + 59, "5 hours left"],
  [47 * 60 + 59, "47 hours left"],
  [48 * 60, "2 days left"],
  [0, "0 minutes late"],
  [-61, "1 hours late"],
  [-3 * 24 * 60, "3 days late"],
])("rounds %d minutes to %s", (minutes, text) => {
  const { count, unit, isLate } = inMinutes(minutes);
  expect(`${count} ${unit} ${isLate ? "late" : "left"}`).toBe(text);
});

import { expect, test } from "vitest";
import { listSnoozeTimes, toMorningOf } from "./snooze-times.ts";

const zone = "America/Mexico_City";

test.each([
  // Friday afternoon.
  ["2026-11-20T21:00:00Z", ["2026-11-21T00:00:00Z", "2026-11-21T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // Sunday evening in Mexico, Monday by UTC.
  ["2026-11-23T02:00:00Z", ["2026-11-23T05:00:00Z", "2026-11-23T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // A Monday leads to the next one.
  ["2026-11-23T16:00:00Z", ["2026-11-23T19:00:00Z", "2026-11-24T15:00:00Z", "2026-11-30T15:00:00Z"]],
])("at %s the choices are by the clocks of the zone", (now, times) => {
  const chosen = listSnoozeTimes(new Date(now), zone);
  expect(chosen.map(({ choice }) => choice)).toEqual(["hours", "tomorrow", "monday"]);
  expect(chosen.map(({ until }) => until)).toEqual(times.map((time) => new Date(time)));
});

test("a chosen day begins at nine", () => {
  expect(toMorningOf("2026-12-24", zone)).toEqual(new Date("2026-12-24T15:00:00Z"));
});

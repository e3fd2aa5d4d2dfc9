import { expect, test } from "vitest";
import { listLaterTimes, parseWallTime, toMorningTime } from "./later-times.ts";

const zone = "America/Mexico_City";

test.each([
  // On a Friday afternoon.
  ["2026-11-20T21:00:00Z", ["2026-11-21T00:00:00Z", "2026-11-21T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // On a Sunday evening in Mexico, which is a Monday in UTC.
  ["2026-11-23T02:00:00Z", ["2026-11-23T05:00:00Z", "2026-11-23T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // On a Monday, the next Monday is a week later.
  ["2026-11-23T16:00:00Z", ["2026-11-23T19:00:00Z", "2026-11-24T15:00:00Z", "2026-11-30T15:00:00Z"]],
])("at %s, offers times in three hours, tomorrow and next Monday, in the given time zone", (now, times) => {
  const chosen = listLaterTimes(new Date(now), { hours: 3, timeZone: zone });
  expect(chosen.map(({ choice }) => choice)).toEqual(["hours", "tomorrow", "monday"]);
  expect(chosen.map(({ at }) => at)).toEqual(times.map((time) => new Date(time)));
});

test("sets the time of a chosen day to nine in the morning", () => {
  expect(toMorningTime("2026-12-24", zone)).toEqual(new Date("2026-12-24T15:00:00Z"));
});

test.each([
  ["2026-12-24T18:05", "2026-12-25T00:05:00Z"],
  ["2026-12-24T18:05:30.250", "2026-12-25T00:05:00Z"],
  ["2026-12-24", null],
  ["", null],
])("reads a chosen time in the given time zone: %j", (text, time) => {
  expect(parseWallTime(text, zone)).toEqual(time && new Date(time));
});

test("offers nine in the morning for tomorrow even if clocks are set back that day", () => {
  const now = new Date("2026-10-24T10:00:00Z");
  const [, tomorrow] = listLaterTimes(now, { hours: 3, timeZone: "Europe/Madrid" });
  expect(tomorrow.at).toEqual(new Date("2026-10-25T08:00:00Z"));
});

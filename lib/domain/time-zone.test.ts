import { expect, test } from "vitest";
import {
  createWallTimeConverter,
  isTimeZone,
  listLaterTimes,
  parseWallTime,
  toDay,
  toDayRange,
  toMorningTime,
} from "./time-zone.ts";

const mexico = "America/Mexico_City";

test("starts a day at midnight in Mexico City, six hours after midnight UTC", () => {
  expect(toDayRange("2026-11-20", mexico)).toEqual({
    start: new Date("2026-11-20T06:00:00Z"),
    end: new Date("2026-11-21T06:00:00Z"),
  });
  expect(toDayRange("2026-12-31", mexico).end).toEqual(new Date("2027-01-01T06:00:00Z"));
});

test("changes the date at midnight in the time zone", () => {
  expect(toDay(new Date("2026-11-20T05:59:59.999Z"), mexico)).toBe("2026-11-19");
  expect(toDay(new Date("2026-11-20T06:00:00Z"), mexico)).toBe("2026-11-20");
});

test("gives a day 23 hours when clocks go forward", () => {
  const midnight = createWallTimeConverter("Europe/Madrid");
  expect(midnight(2026, 2, 29)).toEqual(new Date("2026-03-28T23:00:00Z"));
  expect(midnight(2026, 2, 30)).toEqual(new Date("2026-03-29T22:00:00Z"));
});

test.each([
  ["the first of two equal times", "America/New_York", [2026, 10, 1, 90], "2026-11-01T05:30:00Z"],
  ["after clocks went back", "America/New_York", [2026, 10, 1, 120], "2026-11-01T07:00:00Z"],
  ["a skipped time, moved later by the gap", "America/New_York", [2026, 2, 8, 150], "2026-03-08T07:30:00Z"],
  ["after clocks went forward", "America/New_York", [2026, 2, 8, 180], "2026-03-08T07:00:00Z"],
  ["a skipped midnight, moved to the start of that day", "America/Santiago", [2026, 8, 6, 0], "2026-09-06T04:00:00Z"],
  ["minute 1440 as the next midnight", "Asia/Kolkata", [2026, 11, 31, 1440], "2026-12-31T18:30:00Z"],
] as const)("finds the instant of a wall time: %s, in %s", (_, zone, [year, month, day, minutes], expected) => {
  expect(createWallTimeConverter(zone)(year, month, day, minutes)).toEqual(new Date(expected));
});

test.each([
  [true, ["America/Mexico_City", "America/Argentina/Buenos_Aires", "UTC", "Asia/Kolkata"]],
  [true, Intl.supportedValuesOf("timeZone")],
  [false, ["America/Mexico", "+05:00", "Mexico City", "local", ""]],
  [false, ["america/mexico_city", "America/mexico_city", "America/Mexico_city", "AMERICA/MEXICO_CITY", "utc"]],
  [false, ["Etc/GMT+6", "Etc/UTC", "GMT", "Mexico/General", "CST6CDT", "EST", "US/Central"]],
])("accepts only UTC or the IANA name of a city's zone as a time zone: %s", (expected, names) => {
  for (const name of names) expect(isTimeZone(name), name).toBe(expected);
});

const zone = "America/Mexico_City";

test.each([
  // On a Friday afternoon.
  ["2026-11-20T21:00:00Z", ["2026-11-21T00:00:00Z", "2026-11-21T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // On a Sunday evening in Mexico, which is a Monday in UTC.
  ["2026-11-23T02:00:00Z", ["2026-11-23T05:00:00Z", "2026-11-23T15:00:00Z", "2026-11-23T15:00:00Z"]],
  // On a Monday, the next Monday is a week later.
  ["2026-11-23T16:00:00Z", ["2026-11-23T19:00:00Z", "2026-11-24T15:00:00Z", "2026-11-30T15:00:00Z"]],
])("at %s, offers times in three hours, tomorrow and next Monday", (now, times) => {
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

import { expect, test } from "vitest";
import { isTimeZone, toDay, toDayRange, wallTimeIn } from "./time-zone.ts";

const mexico = "America/Mexico_City";

test("a day of the desk begins at its midnight, six hours after UTC", () => {
  expect(toDayRange("2026-11-20", mexico)).toEqual({
    start: new Date("2026-11-20T06:00:00Z"),
    end: new Date("2026-11-21T06:00:00Z"),
  });
  expect(toDayRange("2026-12-31", mexico).end).toEqual(new Date("2027-01-01T06:00:00Z"));
});

test("the desk's date changes at its midnight", () => {
  expect(toDay(new Date("2026-11-20T05:59:59.999Z"), mexico)).toBe("2026-11-19");
  expect(toDay(new Date("2026-11-20T06:00:00Z"), mexico)).toBe("2026-11-20");
});

test("a day has 23 hours when the clock goes forward", () => {
  const midnight = wallTimeIn("Europe/Madrid");
  expect(midnight(2026, 2, 29)).toEqual(new Date("2026-03-28T23:00:00Z"));
  expect(midnight(2026, 2, 30)).toEqual(new Date("2026-03-29T22:00:00Z"));
});

test.each([
  ["that comes twice is the first", "America/New_York", [2026, 10, 1, 90], "2026-11-01T05:30:00Z"],
  ["after the clock went back is its own", "America/New_York", [2026, 10, 1, 120], "2026-11-01T07:00:00Z"],
  ["that is skipped is as much later", "America/New_York", [2026, 2, 8, 150], "2026-03-08T07:30:00Z"],
  ["after the clock went forward is its own", "America/New_York", [2026, 2, 8, 180], "2026-03-08T07:00:00Z"],
  ["of a skipped midnight is when that day begins", "America/Santiago", [2026, 8, 6, 0], "2026-09-06T04:00:00Z"],
  ["of minute 1440 is the next midnight", "Asia/Kolkata", [2026, 11, 31, 1440], "2026-12-31T18:30:00Z"],
] as const)("a time %s, in %s", (_, zone, [year, month, day, minutes], expected) => {
  expect(wallTimeIn(zone)(year, month, day, minutes)).toEqual(new Date(expected));
});

test.each([
  [true, ["America/Mexico_City", "America/Argentina/Buenos_Aires", "UTC", "Asia/Kolkata"]],
  [true, Intl.supportedValuesOf("timeZone")],
  [false, ["America/Mexico", "+05:00", "Mexico City", "local", ""]],
  [false, ["america/mexico_city", "America/mexico_city", "America/Mexico_city", "AMERICA/MEXICO_CITY", "utc"]],
  [false, ["Etc/GMT+6", "Etc/UTC", "GMT", "Mexico/General", "CST6CDT", "EST", "US/Central"]],
])("%s: a time zone has the IANA name of a city, or is UTC", (expected, names) => {
  for (const name of names) expect(isTimeZone(name), name).toBe(expected);
});

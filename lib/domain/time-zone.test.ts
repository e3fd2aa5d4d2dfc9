import { expect, test } from "vitest";
import { midnightIn, toDayRange, toDeskDay } from "./time-zone.ts";

test("a day of the desk begins at its midnight, six hours after UTC", () => {
  expect(toDayRange("2026-11-20")).toEqual({
    start: new Date("2026-11-20T06:00:00Z"),
    end: new Date("2026-11-21T06:00:00Z"),
  });
  expect(toDayRange("2026-12-31").end).toEqual(new Date("2027-01-01T06:00:00Z"));
});

test("the desk's date changes at its midnight", () => {
  expect(toDeskDay(new Date("2026-11-20T05:59:59.999Z"))).toBe("2026-11-19");
  expect(toDeskDay(new Date("2026-11-20T06:00:00Z"))).toBe("2026-11-20");
});

test("a day has 23 hours when the clock goes forward", () => {
  const midnight = midnightIn("Europe/Madrid");
  expect(midnight(2026, 2, 29)).toEqual(new Date("2026-03-28T23:00:00Z"));
  expect(midnight(2026, 2, 30)).toEqual(new Date("2026-03-29T22:00:00Z"));
});

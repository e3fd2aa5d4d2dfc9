import { describe, expect, test } from "vitest";
import { weekStarts } from "./overview-weeks.ts";
import { deskTimeZone } from "./time-zone.ts";

const starts = (now: string, count = 1, zone = deskTimeZone) =>
  weekStarts(new Date(now), count, zone).map((start) => start.toISOString());

describe("weeks", () => {
  test("begin on Monday at midnight of the desk's clock, to the millisecond", () => {
    expect(starts("2026-11-16T05:59:59.999Z")).toEqual(["2026-11-09T06:00:00.000Z"]);
    expect(starts("2026-11-16T06:00:00.000Z")).toEqual(["2026-11-16T06:00:00.000Z"]);
    expect(starts("2026-11-23T05:59:59.999Z")).toEqual(["2026-11-16T06:00:00.000Z"]);
  });

  test("follow one another, the oldest first, over the turn of a year", () => {
    expect(starts("2027-01-06T12:00:00.000Z", 4)).toEqual([
      "2026-12-14T06:00:00.000Z",
      "2026-12-21T06:00:00.000Z",
      "2026-12-28T06:00:00.000Z",
      "2027-01-04T06:00:00.000Z",
    ]);
  });

  test("are seven days each in Mexico City, where the clocks are not changed, in spring and in autumn", () => {
    for (const now of ["2026-04-20T12:00:00.000Z", "2026-11-20T12:00:00.000Z"]) {
      const times = weekStarts(new Date(now), 12, deskTimeZone).map((start) => start.getTime());
      const lengths = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      expect(new Set(lengths)).toEqual(new Set([7 * 86_400_000]));
    }
  });

  test("begin at midnight before and after the clocks are changed, ahead of UTC and behind it", () => {
    expect(starts("2026-03-31T12:00:00.000Z", 2, "Europe/Madrid")).toEqual([
      "2026-03-22T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(starts("2026-11-03T12:00:00.000Z", 2, "America/New_York")).toEqual([
      "2026-10-26T04:00:00.000Z",
      "2026-11-02T05:00:00.000Z",
    ]);
    expect(starts("2026-11-15T11:00:00.000Z", 1, "Pacific/Auckland")).toEqual(["2026-11-15T11:00:00.000Z"]);
  });
});

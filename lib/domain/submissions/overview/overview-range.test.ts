import { describe, expect, test } from "vitest";
import { overviewSpans, parseOverviewQuery, rangeDaysMax, toRange, toShare } from "./overview.ts";

test("reads one of the offered numbers of weeks from a URL, or else uses 12", () => {
  for (const weeks of overviewSpans) expect(parseOverviewQuery({ weeks: String(weeks) })).toEqual({ weeks });
  expect(parseOverviewQuery({ weeks: ["26", "4"] })).toEqual({ weeks: 26 });
  for (const weeks of [undefined, "", "0", "5", "-4", "4.0", " 4", "1e9", "constructor"]) {
    expect([weeks, parseOverviewQuery({ weeks })]).toEqual([weeks, { weeks: 12 }]);
  }
});

test("reads a range of days from a URL, even in reverse order", () => {
  const [from, to] = ["2026-02-28", "2026-03-01"];
  expect(parseOverviewQuery({ from, to, weeks: "4" })).toEqual({ from, to });
  expect(parseOverviewQuery({ from })).toEqual({ from, to: undefined });
  expect(parseOverviewQuery({ from: to, to: from })).toEqual({ from, to });
  for (const query of [{ to }, { from: "2026-02-29", to }, { from: "x" }]) {
    expect(parseOverviewQuery(query)).toEqual({ weeks: 12 });
  }
});

test("returns null for a share if the total is zero", () => {
  expect([toShare(0, 0), toShare(0, 3), toShare(3, 4)]).toEqual([null, 0, 0.75]);
});

const mexico = "America/Mexico_City";
const makeRange = (query: Parameters<typeof toRange>[0], now = "2026-11-19T00:00:00.000Z", zone = mexico) =>
  toRange(query, new Date(now), zone);
const getEnds = <Day>(days: readonly Day[]) => [days[0], days.at(-1)];

describe("the range of the last weeks", () => {
  const listStarts = (now: string, zone = mexico) =>
    makeRange({ weeks: 4 }, now, zone).parts.map(({ start }) => start.toISOString());

  test("starts each week at midnight on Monday in the desk's time zone", () => {
    expect(listStarts("2026-11-16T05:59:59.999Z").at(-1)).toBe("2026-11-09T06:00:00.000Z");
    expect(listStarts("2026-11-16T06:00:00.000Z").at(-1)).toBe("2026-11-16T06:00:00.000Z");
  });

  test("lists consecutive weeks across a new year, oldest first", () => {
    expect(listStarts("2027-01-06T12:00:00.000Z")).toEqual([
      "2026-12-14T06:00:00.000Z",
      "2026-12-21T06:00:00.000Z",
      "2026-12-28T06:00:00.000Z",
      "2027-01-04T06:00:00.000Z",
    ]);
  });

  test("starts weeks at midnight before and after a clock change", () => {
    expect(listStarts("2026-03-31T12:00:00.000Z", "Europe/Madrid").slice(-2)).toEqual([
      "2026-03-22T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(listStarts("2026-11-03T12:00:00.000Z", "America/New_York").slice(-2)).toEqual([
      "2026-10-26T04:00:00.000Z",
      "2026-11-02T05:00:00.000Z",
    ]);
    expect(listStarts("2026-11-15T11:00:00.000Z", "Pacific/Auckland").at(-1)).toBe("2026-11-15T11:00:00.000Z");
  });

  test("compares the last weeks with as many weeks before", () => {
    const { days, before, parts, unit } = makeRange({ weeks: 4 });
    expect(getEnds(days.map(({ day }) => day))).toEqual(["2026-10-26", "2026-11-18"]);
    expect(getEnds(before.map(({ day }) => day))).toEqual(["2026-09-28", "2026-10-21"]);
    expect(days.at(-1)?.end).toEqual(new Date("2026-11-19T00:00:00.001Z"));
    expect(before.at(-1)?.end).toEqual(new Date("2026-10-22T00:00:00.001Z"));
    expect(parts.map(({ isOver }) => isOver)).toEqual([true, true, true, false]);
    expect(unit).toBe("week");
  });

  test("ends the previous weeks at the same time of day across a clock change", () => {
    const toLast = (now: string) => makeRange({ weeks: 4 }, now, "Europe/Madrid").before.at(-1);
    // Both times are one o'clock in Madrid, in winter and in summer time.
    expect(toLast("2026-11-18T12:00:00.000Z")).toMatchObject({
      day: "2026-10-21",
      end: new Date("2026-10-21T11:00:00.001Z"),
      isPart: true,
    });
    expect(toLast("2026-04-08T11:00:00.000Z")?.end).toEqual(new Date("2026-03-11T12:00:00.001Z"));
    // This time is within the first hour of a day that has 23 hours.
    expect(toLast("2026-03-28T23:30:00.000Z")?.end).toEqual(new Date("2026-02-28T23:30:00.001Z"));
  });

  test("divides a range of 52 weeks into months", () => {
    const { parts, unit, days } = makeRange({ weeks: 52 });
    expect([unit, parts.length, days.length]).toEqual(["month", 13, 51 * 7 + 3]);
    expect(getEnds(parts.map(({ from, to }) => [from, to]))).toEqual([
      ["2025-11-24", "2025-11-30"],
      ["2026-11-01", "2026-11-18"],
    ]);
  });
});

describe("the range of chosen days", () => {
  test("divides chosen days into days, weeks or months", () => {
    const few = makeRange({ from: "2026-03-02", to: "2026-03-04" });
    expect([few.unit, few.parts.length]).toEqual(["day", 3]);
    expect(few.before.map(({ day }) => day)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
    const month = makeRange({ from: "2026-04-01", to: "2026-04-30" });
    expect(month.parts.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2026-04-01 2026-04-05",
      "2026-04-06 2026-04-12",
      "2026-04-13 2026-04-19",
      "2026-04-20 2026-04-26",
      "2026-04-27 2026-04-30",
    ]);
    expect(makeRange({ from: "2025-01-01" }).unit).toBe("month");
  });

  test("counts 23 hours for the day on which clocks go forward", () => {
    const { days } = makeRange({ from: "2026-03-28", to: "2026-03-30" }, undefined, "Europe/Madrid");
    expect(days.map(({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000)).toEqual([24, 23, 24]);
  });

  test("compares past days with whole earlier days, even across a clock change", () => {
    const { days, before } = makeRange(
      { from: "2026-03-25", to: "2026-04-07" },
      "2026-04-07T22:15:00.000Z",
      "Europe/Madrid",
    );
    expect([...before, ...days].filter(({ isPart }) => isPart)).toEqual([]);
    expect(before.at(-1)?.end).toEqual(new Date("2026-03-24T23:00:00.000Z"));
  });

  test("ends a range of days today at the latest", () => {
    expect(makeRange({ from: "2026-11-10", to: "2030-01-01" }).days.at(-1)?.day).toBe("2026-11-18");
    expect(makeRange({ from: "2030-01-01" }).days.map(({ day }) => day)).toEqual(["2026-11-18"]);
    expect(makeRange({ from: "1990-01-01" }).days).toHaveLength(rangeDaysMax);
  });
});

import { describe, expect, test } from "vitest";
import { listWeekStarts, overviewSpans, parseSpan, replyBounds, toShare, toWeeks } from "./overview.ts";

test("an address asks for one of the spans, and anything else for the first", () => {
  for (const span of overviewSpans) expect(parseSpan(String(span))).toBe(span);
  expect(parseSpan(["26", "4"])).toBe(26);
  for (const value of [undefined, "", "0", "5", "-4", "4.0", " 4", "1e9", "constructor"]) {
    expect([value, parseSpan(value)]).toEqual([value, 12]);
  }
});

test("weeks without any are there, counts of the same week add up, and the last week is not over", () => {
  const starts = [1, 2, 3].map((day) => new Date(day));
  const weeks = toWeeks(
    starts,
    ["One", "Two"],
    [
      { week: 0, group: "review", agent: 0, count: 2 },
      { week: 0, group: "review", agent: 2, count: 3 },
      { week: 2, group: "inquiry", agent: 3, count: 4 },
      { week: 2, group: "qualified", agent: 4, count: 5 },
      { week: 9, group: "qualified", agent: 0, count: 100 },
    ],
  );
  expect(weeks.map(({ start, isOver, total }) => [start, isOver, total])).toEqual([
    [starts[0], true, 5],
    [starts[1], true, 0],
    [starts[2], false, 9],
  ]);
  expect(weeks[0]).toMatchObject({ groups: { review: 5 }, web: 2, agents: [0, 3], otherAgents: 0 });
  expect(weeks[2]).toMatchObject({ groups: { inquiry: 4, qualified: 5 }, web: 0, agents: [0, 0], otherAgents: 9 });
});

test("a share of zero is null", () => {
  expect([toShare(0, 0), toShare(0, 3), toShare(3, 4)]).toEqual([null, 0, 0.75]);
});

test("the parts of the time to the first reply follow from the promise and its warning", () => {
  expect(replyBounds).toEqual([4, 12, 24, 36, 48]);
});

const mexico = "America/Mexico_City";
const starts = (now: string, count = 1, zone = mexico) =>
  listWeekStarts(new Date(now), count, zone).map((start) => start.toISOString());

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
      const times = listWeekStarts(new Date(now), 12, mexico).map((start) => start.getTime());
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

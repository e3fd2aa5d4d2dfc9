import { expect, test } from "vitest";
import { overviewSpans, parseSpan, replyBounds, shareOf, toWeeks } from "./overview.ts";

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

test("a share of nothing is none", () => {
  expect([shareOf(0, 0), shareOf(0, 3), shareOf(3, 4)]).toEqual([null, 0, 0.75]);
});

test("the parts of the time to the first reply follow from the promise and its warning", () => {
  expect(replyBounds).toEqual([4, 12, 24, 36, 48]);
});

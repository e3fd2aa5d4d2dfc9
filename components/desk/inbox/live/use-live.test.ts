import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LiveMessage, liveOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import type { Cursor } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { listNews, prefixCount } from "./use-alerts.ts";
import { createPollReport, createThrottle, listNewRows, mayJoinList } from "./use-live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs a throttled function at most once per interval, and never after a stop", () => {
  const run = vi.fn();
  const throttle = createThrottle(run, 10);
  for (const expected of [1, 2]) {
    throttle.ask();
    throttle.ask();
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(expected);
  }
  throttle.ask();
  throttle.stop();
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(2);
});

test("tells once of an ended session or of three failed polls in a row, and takes that back when a poll succeeds", () => {
  const notices: string[] = [];
  const report = createPollReport((notice) => notices.push(notice?.problem.kind ?? "over"));
  const done = { kind: "done", result: {}, receipt: null } as const;
  const [ended, away] = [{ kind: "unauthorized" }, { kind: "no_answer" }] as const;
  for (const outcome of [done, away, away, done, away, ended, ended, done, away, away, away, away, ended, done, done]) {
    report(outcome);
  }
  expect(notices).toEqual(["unauthorized", "over", "no_answer", "unauthorized", "over"]);
});

const shown = { kind: "evaluation", id: 1 } as const;
const notShown = { kind: "inquiry", id: 1 } as const;

test.each(["status", "owner", "inbound"])(
  "adds a submission to the list after a change of type %s only if it is not shown yet",
  (change) => {
    expect(mayJoinList({ type: "changed", change, ...notShown, key: "1", revision: 3 }, [shown])).toBe(true);
    expect(mayJoinList({ type: "changed", change, ...shown, key: "1", revision: 3 }, [shown])).toBe(false);
  },
);

test("adds a new submission to the list, but not one with only a new note", () => {
  expect(mayJoinList({ type: "submitted", ...notShown, key: "1", revision: 0 }, [shown])).toBe(true);
  expect(mayJoinList({ type: "changed", change: "note", ...notShown, key: "1", revision: 3 }, [shown])).toBe(false);
});

const makeRow = (hour: number): Cursor => ({ kind: "evaluation", id: hour, sortTime: new Date(hour * 3_600_000) });
const newest = (...hours: number[]) => hours.sort((a, b) => b - a).map(makeRow);
const shownRows = newest(7, 6, 5, 4);
const toIds = (rows: readonly Cursor[]) => rows.map(({ id }) => id);

test("lists as new the rows at the top of the list that are not shown yet", () => {
  expect(toIds(listNewRows(newest(9, 8, 7, 6), shownRows, "newest", true))).toEqual([9, 8]);
  expect(toIds(listNewRows(newest(8, 7, 6, 5), shownRows, "newest", true))).toEqual([8]);
});

test("does not count rows that move up from the next page as new", () => {
  expect(toIds(listNewRows(newest(8, 6, 3, 2), shownRows, "newest", true))).toEqual([8]);
  expect(toIds(listNewRows(newest(3, 2, 1, 0), shownRows, "newest", true))).toEqual([]);
});

test("lists a reopened row after the last shown one if there is no next page", () => {
  expect(toIds(listNewRows(newest(7, 6, 5, 4, 3), shownRows, "newest", false))).toEqual([3]);
  expect(toIds(listNewRows(newest(3), [], "newest", false))).toEqual([3]);
});

test("counts only the rows before the last shown one as new, in the list's sort order", () => {
  const due = shownRows.toReversed();
  expect(toIds(listNewRows([makeRow(3), ...due, makeRow(8)], due, "due", true))).toEqual([3]);
});

test("counts only new submissions and new messages as news, once per submission", () => {
  const news: LiveMessage[] = [
    { type: "submitted", ...shown, key: "1", revision: 0 },
    { type: "changed", change: "inbound", ...shown, key: "1", revision: 1 },
    { type: "changed", change: "inbound", ...notShown, key: "1", revision: 4 },
  ];
  const others: LiveMessage[] = [
    { type: "changed", change: "note", kind: "inquiry", id: 2, key: "1", revision: 1 },
    { type: "reload" },
  ];
  expect(listNews([...others, ...news]).map(({ kind }) => kind)).toEqual(["evaluation", "inquiry"]);
});

test.each([
  ["Inbox · Desk · Encaje", 2, "(2) Inbox · Desk · Encaje"],
  ["(2) Inbox · Desk · Encaje", 13, "(13) Inbox · Desk · Encaje"],
  ["(13) Evaluation E-7 · Desk · Encaje", 0, "Evaluation E-7 · Desk · Encaje"],
])("changes the page title %j to show the count %j", (title, count, expected) => {
  expect(prefixCount(title, count)).toBe(expected);
});

test("reads the live messages that it knows, also beside those of a newer version", () => {
  const known = { type: "changed", change: "note", kind: "inquiry", id: 2, key: "1", revision: 1 };
  const messages = [{ type: "newer" }, known, { ...known, revision: "2" }, { type: "reload" }];
  const read = liveOperations.listChanges.output.parse({ messages, position: "1-1-1-1" });
  expect(read).toEqual({ messages: [known, { type: "reload" }], position: "1-1-1-1" });
});

import { describe, expect, test } from "vitest";
import { hasClock, type TimedSubmission, toClock, toTimeLeft } from "./clock.ts";

const createdAt = new Date("2026-11-21T08:00:00.000Z");
const later = (hours: number, milliseconds = 0) => new Date(createdAt.getTime() + hours * 3_600_000 + milliseconds);
const makeTimed = (change: Partial<TimedSubmission> = {}): TimedSubmission => ({
  kind: "evaluation",
  route: "review",
  status: "new",
  createdAt,
  repliedAt: null,
  replyDueAt: null,
  replyWarningAt: null,
  ...change,
});
const getStateAt = (now: Date, change: Partial<TimedSubmission> = {}) => toClock(makeTimed(change), now).state;

test("without a stored promise, warns after 36 hours and makes the reply due after 48", () => {
  expect(toClock(makeTimed(), createdAt)).toEqual({ state: "running", dueAt: later(48), warnsAt: later(36) });
});

test.each([
  ["running", later(0)],
  ["running", later(36, -1)],
  ["warning", later(36)],
  ["warning", later(48, -1)],
  ["overdue", later(48)],
  ["overdue", later(4800)],
])("without a reply, the response clock is %s at %s", (state, now) => {
  for (const status of ["new", "in_review"] as const) expect(getStateAt(now, { status })).toBe(state);
});

test.each([
  ["answered", later(0)],
  ["answered", later(48, -1)],
  ["answered_late", later(48)],
  ["answered_late", later(480)],
])("after a reply, the response clock stays %s at any time and in any status", (state, repliedAt) => {
  for (const status of ["new", "in_review", "contacted", "booked", "won", "lost"] as const) {
    expect(getStateAt(later(1), { repliedAt, status })).toBe(state);
    expect(getStateAt(later(9999), { repliedAt, status })).toBe(state);
  }
});

test("uses the deadline and warning time of a stored reply promise", () => {
  const promise = { replyDueAt: later(100), replyWarningAt: later(70) };
  expect(toClock(makeTimed(promise), later(70))).toEqual({ state: "warning", dueAt: later(100), warnsAt: later(70) });
  expect(getStateAt(later(1), { ...promise, repliedAt: later(99) })).toBe("answered");
});

describe("the absence of a response clock", () => {
  test("a submission has no response clock if no reply was promised", () => {
    expect(getStateAt(later(99), { route: "qualified" })).toBe("none");
    expect(getStateAt(later(99), { route: "redirect", repliedAt: later(1) })).toBe("none");
    expect(hasClock({ kind: "inquiry", route: null })).toBe(true);
    expect(getStateAt(later(99), { kind: "inquiry", route: null })).toBe("overdue");
  });

  test("a submission has no response clock after the person withdrew the consent", () => {
    for (const repliedAt of [null, later(1)])
      expect(getStateAt(later(99), { repliedAt, withdrawnAt: later(2) })).toBe("none");
    expect(getStateAt(later(99), { withdrawnAt: null })).toBe("overdue");
  });

  test("a submission has no response clock if it is spam or was closed without a reply", () => {
    expect(getStateAt(later(99), { status: "lost" })).toBe("none");
    expect(getStateAt(later(99), { status: "spam", repliedAt: later(1) })).toBe("none");
  });
});

const now = new Date("2026-11-23T12:00:00Z");
const toTimeLeftIn = (minutes: number) => toTimeLeft(new Date(now.getTime() + minutes * 60_000), now);

test.each([
  [5, "5 minutes left"],
  [59.9, "59 minutes left"],
  [60, "1 hours left"],
  [5 * 60 + 59, "5 hours left"],
  [47 * 60 + 59, "47 hours left"],
  [48 * 60, "2 days left"],
  [0, "0 minutes late"],
  [-61, "1 hours late"],
  [-3 * 24 * 60, "3 days late"],
])("rounds %d minutes until the deadline to %s", (minutes, text) => {
  const { count, unit, isLate } = toTimeLeftIn(minutes);
  expect(`${count} ${unit} ${isLate ? "late" : "left"}`).toBe(text);
});

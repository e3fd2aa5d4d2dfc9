import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  applyStatus,
  closedStatuses,
  getNextStatus,
  getReasonRule,
  isClosed,
  isResumedByMessage,
  openStatuses,
  type Progress,
  type Status,
  statuses,
  waitingStatuses,
} from "./status.ts";

const [before, now] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-21T10:00:00Z")];
const fresh: Progress = { status: "new", repliedAt: null, closedAt: null, closeReason: null };

test("divides all statuses into open and closed", () => {
  expect([...openStatuses, ...closedStatuses]).toEqual(statuses);
  expect(statuses.filter(isClosed)).toEqual(["won", "lost", "spam"]);
});

test("requires a reason for lost, allows one for won, and ignores it otherwise", () => {
  expect(statuses.map(getReasonRule)).toEqual(["none", "none", "none", "none", "optional", "required", "none"]);
});

test("advances the status step by step up to won", () => {
  expect(statuses.map(getNextStatus)).toEqual([
    "in_review",
    "contacted",
    "booked",
    "won",
    undefined,
    undefined,
    undefined,
  ]);
});

describe("the change of a status", () => {
  test.each(statuses)("sets the time of reply or closing if the status %s implies one", (status) => {
    const isAnswered = ["contacted", "booked", "won"].includes(status);
    expect(applyStatus(fresh, status, undefined, now)).toEqual({
      status,
      repliedAt: isAnswered ? now : null,
      closedAt: isClosed(status) ? now : null,
      closeReason: null,
    });
  });

  test("keeps the time of the first reply on later changes", () => {
    for (const status of statuses) {
      expect(applyStatus({ ...fresh, repliedAt: before }, status, undefined, now).repliedAt).toBe(before);
    }
  });

  test("clears the closing time and reason when a submission is reopened", () => {
    const lost: Progress = { status: "lost", repliedAt: null, closedAt: before, closeReason: "No budget" };
    expect(applyStatus(lost, "in_review", "ignored", now)).toEqual({ ...fresh, status: "in_review" });
    expect(applyStatus(lost, "won", "The demo", now)).toMatchObject({ closedAt: now, closeReason: "The demo" });
  });
});

test("docs/desk.md says how a person's message changes each status", () => {
  const guide = readFileSync(path.join(import.meta.dirname, "../../../../docs/desk.md"), "utf8");
  const toNames = (names: readonly Status[]) => names.map((name) => name.replaceAll("_", " "));
  const resumed = statuses.filter((status) => isResumedByMessage({ status, repliedAt: null }));
  const others = statuses.filter((status) => ![...waitingStatuses, ...resumed, "spam"].includes(status));
  const rows = [
    [toNames(waitingStatuses), "as it was; the clock"],
    [toNames(resumed), "in review;"],
    [toNames(others), "as it was; operators"],
    [["spam"], "as it was; the [spam"],
  ] as const;
  for (const [names, outcome] of rows) {
    const [, cell = ""] = new RegExp(`^\\| (.*) \\| ${outcome.replace("[", "\\[")}`, "m").exec(guide) ?? [];
    for (const name of names) expect.soft(cell, outcome).toContain(name);
  }
});

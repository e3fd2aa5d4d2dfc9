import { expect, test } from "vitest";
import { readRefusal } from "./refusal.ts";

test("a refusal lists the faults by field", () => {
  expect(readRefusal({ fields: "name=required, email=pattern" })).toEqual({
    faults: [
      { field: "name", rule: "required" },
      { field: "email", rule: "pattern" },
    ],
  });
});

test.each([
  ["10", 10],
  ["1", 1],
  ["0", 1],
  ["-7", 1],
  ["2.9", 2],
  ["x", 1],
  ["1e9", 1440],
  [undefined, 1],
  [["8", "9"], 8],
])("of the minutes %j, %j are shown", (minutes, shown) => {
  expect(readRefusal({ problem: "rate_limited", minutes })).toEqual({
    faults: [],
    problem: { kind: "rate_limited", minutes: shown },
  });
});

test.each([
  {},
  { problem: "spam", minutes: "x" },
  { fields: "<b>=required", problem: "spam" },
  { problem: ["refused", "unavailable"] },
  { fields: "", problem: "__proto__" },
])("%j says only that it was refused", (query) => {
  expect(readRefusal(query)).toEqual({ faults: [], problem: { kind: "refused", minutes: 1 } });
});

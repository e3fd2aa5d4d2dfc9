import { describe, expect, test } from "vitest";
import { ContactOutcome, decodeOutcome, EvaluationOutcome, encodeOutcome, lastSent, outcomeQuery } from "./outcome.ts";
import { outcomeParameter } from "./outcome-parameter.ts";

const lastMillisecond = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const evaluation = {
  id: 7,
  route: "qualified" as const,
  schedulingUrl: 'https://calendar.example.com/review?año=1;x, y="🌋"',
  sentAt: Date.UTC(2026, 10, 21),
};
const contact = { id: 8, topic: "prize-draws", sentAt: 1 };

describe("an outcome", () => {
  test.each([
    [EvaluationOutcome, evaluation],
    [EvaluationOutcome, { id: 1, route: "redirect" as const, sentAt: lastMillisecond }],
    [ContactOutcome, contact],
    [ContactOutcome, { id: Number.MAX_SAFE_INTEGER, sentAt: 1 }],
  ])("is read back as it was written (%#)", (schema, outcome) => {
    const value = encodeOutcome(outcome);
    expect(value).toMatch(/^[\w.!~*'()%-]+$/);
    expect(decodeOutcome(schema, decodeURIComponent(value))).toEqual(outcome);
    expect(decodeOutcome(schema, new URLSearchParams(outcomeQuery(outcome)).get(outcomeParameter))).toEqual(outcome);
  });

  test("has no property for what is missing", () => {
    const value = encodeOutcome({ id: 1, route: "review", schedulingUrl: undefined, sentAt: 1 });
    expect(decodeURIComponent(value)).toBe('{"id":1,"route":"review","sentAt":1}');
  });
});

test("of several the one that was sent last is shown, and what is none does not hide one", () => {
  const later = { ...contact, id: 9, sentAt: 2 };
  expect(lastSent(contact, later)).toBe(later);
  expect(lastSent(later, contact)).toBe(later);
  expect(lastSent(null, contact)).toBe(contact);
  expect(lastSent(contact, null)).toBe(contact);
  expect(lastSent(null, null)).toBeNull();
});

test("a cookie that is none of ours is no outcome", () => {
  const broken = [
    undefined,
    null,
    ["{}", "{}"],
    "",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    "%7B%7D",
    '{"id":1}',
    "\0",
    "[".repeat(100_000),
  ];
  for (const value of broken) {
    expect(decodeOutcome(EvaluationOutcome, value)).toBeNull();
    expect(decodeOutcome(ContactOutcome, value)).toBeNull();
  }
});

test.each([
  { id: 0 },
  { id: -1 },
  { id: 1.5 },
  { id: "7" },
  { id: Number.MAX_SAFE_INTEGER + 1 },
  { route: "rejected" },
  { route: "__proto__" },
  { sentAt: 0 },
  { sentAt: lastMillisecond + 1 },
  { sentAt: 1e300 },
  { sentAt: null },
  { schedulingUrl: "x".repeat(2049) },
  { schedulingUrl: null },
])("an evaluation with %j is none", (change) => {
  expect(decodeOutcome(EvaluationOutcome, JSON.stringify({ ...evaluation, ...change }))).toBeNull();
});

test.each([{ topic: "Prize Draws" }, { topic: "" }, { topic: "x".repeat(41) }, { topic: "<b>" }, { topic: 7 }])(
  "an inquiry with %j is none",
  (change) => {
    expect(decodeOutcome(ContactOutcome, JSON.stringify({ ...contact, ...change }))).toBeNull();
  },
);

test("an outcome keeps nothing that it does not name", () => {
  const forged = JSON.stringify({ ...evaluation, score: 18, message: "Forged." });
  expect(decodeOutcome(EvaluationOutcome, forged)).toEqual(evaluation);
  const strange = '{"id":1,"sentAt":1,"__proto__":{"topic":"x"}}';
  expect(decodeOutcome(ContactOutcome, strange)).toEqual({ id: 1, sentAt: 1 });
  expect(decodeOutcome(ContactOutcome, strange)?.topic).toBeUndefined();
});

test("whatever its time, a date can be made of it and of two days later", () => {
  const { sentAt } = decodeOutcome(ContactOutcome, JSON.stringify({ ...contact, sentAt: lastMillisecond })) ?? {};
  expect(new Date((sentAt ?? Number.NaN) + 48 * 60 * 60 * 1000).toISOString()).toMatch(/^\+?\d+-/);
});

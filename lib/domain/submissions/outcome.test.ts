import { describe, expect, test } from "vitest";
import { outcomeParameter } from "./first-touch.ts";
import {
  ContactOutcome,
  EvaluationOutcome,
  findLatestOutcome,
  formatOutcomeCookie,
  formatOutcomeQuery,
} from "./outcome.ts";

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
    ["evaluation", EvaluationOutcome, evaluation],
    ["evaluation", EvaluationOutcome, { id: 1, route: "redirect" as const, sentAt: lastMillisecond }],
    ["contact", ContactOutcome, contact],
    ["contact", ContactOutcome, { id: Number.MAX_SAFE_INTEGER, sentAt: 1 }],
  ] as const)("of an %s is read back as it was written", (form, schema, outcome) => {
    const [pair = "", ...attributes] = formatOutcomeCookie(form, outcome, false).split("; ");
    const [name, value = ""] = pair.split("=");
    expect(name).toBe(`${form}-outcome`);
    expect(value).toMatch(/^[\w.!~*'()%-]+$/);
    expect(attributes).toEqual(["Path=/", "Max-Age=604800", "SameSite=Lax"]);
    expect(findLatestOutcome<{ sentAt: number }>(schema, decodeURIComponent(value))).toEqual(outcome);
    const query = new URLSearchParams(formatOutcomeQuery(outcome)).get(outcomeParameter);
    expect(findLatestOutcome<{ sentAt: number }>(schema, query)).toEqual(outcome);
  });

  test("has no property for what is missing, and is kept on secure pages alone where there are any", () => {
    const cookie = formatOutcomeCookie(
      "evaluation",
      { id: 1, route: "review", schedulingUrl: undefined, sentAt: 1 },
      true,
    );
    expect(decodeURIComponent(cookie)).toMatch(
      /^evaluation-outcome=\{"id":1,"route":"review","sentAt":1\}; .*; Secure$/,
    );
  });
});

test("takes the newest outcome and ignores malformed ones", () => {
  const later = { ...contact, id: 9, sentAt: 2 };
  const [first, second] = [JSON.stringify(contact), JSON.stringify(later)];
  expect(findLatestOutcome(ContactOutcome, first, second)).toEqual(later);
  expect(findLatestOutcome(ContactOutcome, second, first)).toEqual(later);
  expect(findLatestOutcome(ContactOutcome, undefined, first)).toEqual(contact);
  expect(findLatestOutcome(ContactOutcome, first, "{")).toEqual(contact);
  expect(findLatestOutcome(ContactOutcome, "{", undefined)).toBeNull();
  expect(findLatestOutcome(ContactOutcome)).toBeNull();
});

test("ignores cookies of others", () => {
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
    expect(findLatestOutcome(EvaluationOutcome, value)).toBeNull();
    expect(findLatestOutcome(ContactOutcome, value)).toBeNull();
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
  expect(findLatestOutcome(EvaluationOutcome, JSON.stringify({ ...evaluation, ...change }))).toBeNull();
});

test.each([{ topic: "Prize Draws" }, { topic: "" }, { topic: "x".repeat(41) }, { topic: "<b>" }, { topic: 7 }])(
  "an inquiry with %j is none",
  (change) => {
    expect(findLatestOutcome(ContactOutcome, JSON.stringify({ ...contact, ...change }))).toBeNull();
  },
);

test("an outcome drops unknown properties", () => {
  const forged = JSON.stringify({ ...evaluation, score: 18, message: "Forged." });
  expect(findLatestOutcome(EvaluationOutcome, forged)).toEqual(evaluation);
  const strange = '{"id":1,"sentAt":1,"__proto__":{"topic":"x"}}';
  expect(findLatestOutcome(ContactOutcome, strange)).toEqual({ id: 1, sentAt: 1 });
  expect(findLatestOutcome(ContactOutcome, strange)?.topic).toBeUndefined();
});

test("whatever its time, a date can be made of it and of two days later", () => {
  const { sentAt } = findLatestOutcome(ContactOutcome, JSON.stringify({ ...contact, sentAt: lastMillisecond })) ?? {};
  expect(new Date((sentAt ?? Number.NaN) + 48 * 60 * 60 * 1000).toISOString()).toMatch(/^\+?\d+-/);
});

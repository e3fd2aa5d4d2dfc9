import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type StableCode, stableCodes, toInvalidInput } from "./errors.ts";

type Fault = { path: PropertyKey[]; message: string; code?: StableCode };

function toRefusal(faults: Fault[]) {
  const issues = faults.map(({ path, message, code }) => ({
    code: "custom" as const,
    path,
    message,
    input: "what was sent",
    params: code ? { code } : {},
  }));
  return toInvalidInput(new z.ZodError(issues));
}

test("lists the contract's stable codes in order of precedence", () => {
  expect(stableCodes).toEqual(["consent_required", "agent_name_required", "answers_required", "rate_limited"]);
});

test("returns the first stable code by precedence, whatever the order of faults", () => {
  const codes = fc.shuffledSubarray([
    "consent_required",
    "agent_name_required",
    "answers_required",
    undefined,
  ] as const);
  fc.assert(
    fc.property(codes, (found) => {
      const error = toRefusal(found.map((code, at) => ({ path: [`field${at}`], message: "is wrong", code })));
      expect(error.kind).toBe("invalid_input");
      expect(error.code).toBe(stableCodes.find((code) => found.some((other) => other === code)));
    }),
  );
});

test("lists each field once, with its first fault and its index or key", () => {
  const { message } = toRefusal([
    { path: ["name"], message: "is required" },
    { path: ["answers", 3], message: "must be a number" },
    { path: ["name"], message: "is something else" },
    { path: ["utm", "utm_source"], message: "must be text" },
  ]);
  expect(message).toBe("Invalid payload: name is required; answers[3] must be a number; utm.utm_source must be text.");
});

test("reports the fault with a stable code if a field has two faults", () => {
  const rule: Fault = { path: ["userConsent"], message: "must be true", code: "consent_required" };
  const type: Fault = { path: ["userConsent"], message: "must be true or false" };
  for (const faults of [
    [rule, type],
    [type, rule],
  ]) {
    expect(toRefusal(faults).message).toBe("Invalid payload: userConsent must be true.");
  }
});

test("reports an error that applies to the whole body", () => {
  expect(toRefusal([{ path: [], message: "must be a JSON object" }]).message).toBe(
    "Invalid payload: The body must be a JSON object.",
  );
});

test("cuts a long property name and keeps the error text well-formed", () => {
  const hostile = [
    "x".repeat(200_000),
    "😀".repeat(1000),
    `${"x".repeat(75)}${"😀".repeat(20)}`,
    `${"x".repeat(76)}${"😀".repeat(20)}`,
    "\ud800",
    "\udc00\ud800",
    "__proto__",
    "",
  ];
  for (const name of hostile) {
    const { message } = toRefusal([{ path: ["utm", name], message: "must be text" }]);
    expect(message).toMatch(/^Invalid payload: utm\..* must be text\.$/s);
    expect(message.length).toBeLessThan(140);
    expect(message.isWellFormed()).toBe(true);
  }
});

test("formats a fault whose path contains a symbol", () => {
  expect(toRefusal([{ path: [Symbol("odd")], message: "is wrong" }]).message).toContain("is wrong");
});

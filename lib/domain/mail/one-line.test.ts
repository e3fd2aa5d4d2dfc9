import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, oneLine } from "./one-line.ts";

test.each([
  ["A subject", "A subject"],
  ["A\r\nBcc: x@y.z", "A Bcc: x@y.z"],
  ["a\u0000b\u0085c\u2028d\u2029e\u202Ef\u2067g", "a b c d e f g"],
  ["  two \t\u00a0 words ", "two words"],
  ["half \ud800", "half \ufffd"],
  ["\n", ""],
])("%j is %j on one line", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test("whatever the text is, it is one line of at most 120 code points", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const line = oneLine(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|\s\s/u);
      expect([...line].length).toBeLessThanOrEqual(120);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});

describe("a cut", () => {
  test.each([
    ["a short text", 12, "a short text"],
    ["a short text.", 12, "a short…"],
    ["a short text", 8, "a short…"],
    ["a short text", 7, "a shor…"],
    ["unbreakable", 6, "unbre…"],
    ["un breakable", 8, "un brea…"],
    ["🌋🌋🌋🌋", 3, "🌋🌋…"],
  ])("of %j to %i code points is %j", (text, charactersMax, short) => {
    expect(cut(text, charactersMax)).toBe(short);
  });
});

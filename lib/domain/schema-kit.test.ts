import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePointLength, isStorable, text } from "./schema-kit.ts";

/** Any sequence of UTF-16 units, halves of pairs too. */
const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe002 })), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));

test("the length of any text is its number of code points, a lone half counting one", () => {
  fc.assert(
    fc.property(units, (value) => {
      expect(codePointLength(value)).toBe([...value].length);
    }),
  );
  expect(codePointLength("a😀é👩‍🚀")).toBe(6);
});

test("a text can be stored exactly when it has no NUL and no half of a pair", () => {
  fc.assert(
    fc.property(units, (value) => {
      const survives = new TextDecoder().decode(new TextEncoder().encode(value)) === value.replace(/^\ufeff/, "");
      expect(isStorable(value)).toBe(survives && !value.includes("\0"));
    }),
  );
});

describe("a text field", () => {
  test("is refused exactly when its code points are out of bounds, blank under a minimum, or cannot be stored", () => {
    const bounds = fc.record({ min: fc.integer({ min: 0, max: 6 }), extra: fc.integer({ min: 0, max: 6 }) });
    const value = fc.oneof(units, fc.string({ unit: fc.constantFrom(" ", "\n", "x", "😀"), maxLength: 14 }));
    fc.assert(
      fc.property(bounds, value, ({ min, extra }, sent) => {
        const max = min + extra;
        const length = [...sent].length;
        const isLegal =
          sent.isWellFormed() && !sent.includes("\0") && length >= min && length <= max && !(min && !sent.trim());
        const parsed = text({ min, max }).safeParse(sent);
        expect(parsed.success).toBe(isLegal);
        expect(parsed.data).toBe(isLegal ? sent.trim() : undefined);
      }),
      { numRuns: 500 },
    );
  });

  test("looks at the length before the pattern, which long input could make slow", () => {
    const looked: string[] = [];
    const regex = /x/;
    regex.test = (value) => looked.push(value) > 0;
    const field = text({ min: 1, max: 3, pattern: { regex, phrase: "with an x" } });
    for (const value of ["", "xxxx", "  ", "\0", "x"]) field.safeParse(value);
    expect(looked).toEqual(["x"]);
  });
});

import { describe, expect, test } from "vitest";
import { boundRows } from "./spec-bounds.fixture.ts";
import { accepted, findClause, refused } from "./valid-input.fixture.ts";

/** Returns text of `length` code points. The emoji at both ends are two UTF-16 units each. */
const withEmojiEdges = (length: number) => (length < 2 ? "😀".repeat(length) : `😀${"x".repeat(length - 2)}🏁`);
const fillings = [(length: number) => "x".repeat(length), (length: number) => "🚀".repeat(length), withEmojiEdges];

const wrongTypes = [null, 7, true, [], ["text"], {}];

describe.each(boundRows)("the field $field of $form", ({ schema, valid, field, min, max, isRequired }) => {
  test(`accepts ${min} to ${max} code points`, () => {
    for (const fill of fillings) {
      for (const length of [min, min + 1, max - 1, max]) {
        const value = fill(length);
        expect(accepted(schema, valid({ [field]: value }))[field]).toBe(value);
      }
    }
  });

  test("rejects text one code point beyond either bound, with both bounds in the message", () => {
    for (const fill of fillings) {
      for (const length of min > 0 ? [min - 1, max + 1] : [max + 1]) {
        const error = refused(schema, valid({ [field]: fill(length) }));
        expect(error.code).toBeUndefined();
        const clause = findClause(error, field);
        expect(clause).toMatch(new RegExp(`\\b${max}\\b`));
        if (min > 0) expect(clause).toMatch(new RegExp(`\\b${min}\\b`));
      }
    }
  });

  test("trims the text after counting its length", () => {
    const inner = "x".repeat(max - 4);
    expect(accepted(schema, valid({ [field]: `  ${inner}\n\t` }))[field]).toBe(inner);
    expect(findClause(refused(schema, valid({ [field]: `  ${inner}\n\t ` })), field)).not.toBe("");
    const padded = `x${" ".repeat(Math.max(min, 1) - 1)}`;
    expect(accepted(schema, valid({ [field]: padded }))[field]).toBe("x");
  });

  test("rejects null and values of another type", () => {
    for (const value of wrongTypes) {
      const error = refused(schema, valid({ [field]: value }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, field)).toMatch(new RegExp(`\\b${max}\\b`));
    }
  });

  test(isRequired ? "rejects a missing value" : "accepts a missing value and leaves it out of the output", () => {
    const body = valid({ [field]: undefined });
    if (isRequired) expect(findClause(refused(schema, body), field)).toContain("is required");
    else expect(accepted(schema, body)).not.toHaveProperty(field);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asObject } from "../../json.ts";
import { forms } from "./spec-bounds.fixture.ts";
import { accepted, findClause, refused } from "./valid-input.fixture.ts";

const makeProperties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`utm_${at}`, `value ${at}`]));

describe.each(forms)("the property utm of $form", ({ schema, valid }) => {
  test("accepts 0 to 12 utm parameters", () => {
    for (const count of [0, 1, 12]) {
      expect(accepted(schema, valid({ utm: makeProperties(count) })).utm).toEqual(makeProperties(count));
    }
    const error = refused(schema, valid({ utm: makeProperties(13) }));
    expect(error.code).toBeUndefined();
    expect(findClause(error, "utm")).toMatch(/\b12\b/);
  });

  test("accepts utm values of 0 to 500 code points", () => {
    for (const letter of ["x", "🚀"]) {
      for (const length of [0, 1, 499, 500]) {
        const utm = { gclid: letter.repeat(length) };
        expect(accepted(schema, valid({ utm })).utm).toEqual(utm);
      }
      const error = refused(schema, valid({ utm: { gclid: letter.repeat(501) } }));
      expect(findClause(error, "utm.gclid")).toMatch(/\b500\b/);
    }
  });

  test("trims utm values after counting their length", () => {
    const utm = { a: `  ${"x".repeat(496)}\n\t`, b: "   " };
    expect(accepted(schema, valid({ utm })).utm).toEqual({ a: "x".repeat(496), b: "" });
    expect(findClause(refused(schema, valid({ utm: { a: `${"x".repeat(500)} ` } })), "utm.a")).toMatch(/\b500\b/);
  });

  test("rejects anything but an object with text values", () => {
    for (const bad of [null, [], ["a"], 1, true]) {
      expect(findClause(refused(schema, valid({ utm: bad })), "utm")).toMatch(/\b12\b/);
      expect(findClause(refused(schema, valid({ utm: { gclid: bad } })), "utm.gclid")).toMatch(/\b500\b/);
    }
    expect(findClause(refused(schema, valid({ utm: "a" })), "utm")).toMatch(/\b12\b/);
    expect(findClause(refused(schema, valid({ utm: { gclid: {} } })), "utm.gclid")).toMatch(/\b500\b/);
  });

  test("rejects a NUL or half of a surrogate pair in a name or value", () => {
    for (const bad of ["\0", "\ud800", "\udfff", "x\ud800x"]) {
      expect(refused(schema, valid({ utm: { utm_source: bad } })).message).toContain("utm.utm_source must not");
      const error = refused(schema, valid({ utm: { [bad]: "fine" } }));
      expect(error.message).toContain("utm");
      expect(error.message.isWellFormed()).toBe(true);
    }
  });

  test("rejects __proto__ with a value that is not text, and changes no prototype", () => {
    const utm = JSON.parse('{"__proto__":{"polluted":true}}');
    expect(findClause(refused(schema, valid({ utm })), "utm.__proto__")).toMatch(/\b500\b/);
    expect({}).not.toHaveProperty("polluted");
  });

  test("accepts utm parameters of any well-formed name", () => {
    const codePoint = fc
      .integer({ min: 1, max: 0x10ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const text = fc.oneof(fc.string({ unit: codePoint, maxLength: 20 }), fc.constantFrom("__proto__", "", " x "));
    const pairs = fc.uniqueArray(fc.tuple(text, text), { maxLength: 12, selector: ([name]) => name });
    fc.assert(
      fc.property(pairs, (sent) => {
        const utm = asObject(accepted(schema, valid({ utm: Object.fromEntries(sent) })).utm);
        const expected = Object.fromEntries(sent.map(([name, value]) => [name, value.trim()]));
        expect(Object.entries(utm)).toEqual(Object.entries(expected));
      }),
      { numRuns: 100 },
    );
  });
});

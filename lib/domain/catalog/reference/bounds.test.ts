import fc from "fast-check";
import { expect, test } from "vitest";
import { printJson } from "./bounds.ts";

test("prints JSON with the indentation of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(printJson(value, 1_000_000)).toEqual({ text: JSON.stringify(value, null, 2), isCut: false });
    }),
  );
});

test("cuts printed JSON to the given length", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(60), (value, max) => {
      const whole = JSON.stringify(value, null, 2);
      const { text, isCut } = printJson(value, max);
      expect(text.length).toBeLessThanOrEqual(max);
      expect(isCut).toBe(whole.length > max);
    }),
  );
});

test("limits depth and size of printed JSON", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { deep };
  expect(printJson(deep, 10_000)).toMatchObject({ isCut: true });
  const wide = { a: Array.from({ length: 500_000 }, (_, at) => at), text: "x".repeat(5_000_000) };
  expect(printJson(wide, 100).text).toHaveLength(100);
});

test("prints properties named like prototype properties", () => {
  const text = '{\n  "__proto__": {\n    "a": 1\n  },\n  "constructor": 2\n}';
  expect(printJson(JSON.parse(text), 1_000).text).toBe(text);
});

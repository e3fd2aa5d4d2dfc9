import fc from "fast-check";
import { expect, test } from "vitest";
import { readSearchQuery, searchLengthMax } from "./matches-query.ts";

/** Any code point, halves of pairs too; fast-check's own unit takes most of a second to set up. */
const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

test("a search is its text on one line and its folded words", () => {
  expect(readSearchQuery("  Envío\tde\n premios ")).toEqual({
    text: "Envío de premios",
    words: ["premios", "envio", "de"],
  });
  for (const nothing of [undefined, "", "  ", [], "\0\u0007"])
    expect(readSearchQuery(nothing)).toEqual({ text: "", words: [] });
});

test("of several the last is taken, as by the API", () => {
  expect(readSearchQuery(["one", "two"]).text).toBe("two");
});

test("a search is short, storable and stable, whatever is sent", () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (given) => {
      const { text } = readSearchQuery(given);
      expect([...text].length).toBeLessThanOrEqual(searchLengthMax);
      expect(text.isWellFormed()).toBe(true);
      expect(readSearchQuery(text).text).toBe(text);
    }),
  );
  expect(readSearchQuery("🚀".repeat(100_000)).text).toBe("🚀".repeat(searchLengthMax));
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "../../../e2e/support/read-csv.ts";
import { csvLine } from "./csv.ts";
import { neutralizeFormulas } from "./neutralize-formulas.ts";

test("a cell is quoted where a comma, a quote or a line break is in it, and nowhere else", () => {
  const cells = ["plain", "ñ 🎁; x", "a,b", 'say "hi"', "one\ntwo", "one\rtwo", "one\r\ntwo", "", '"'];
  expect(csvLine(cells)).toBe(`plain,ñ 🎁; x,"a,b","say ""hi""","one\ntwo","one\rtwo","one\r\ntwo",,""""\r\n`);
});

test("numbers, times and truth are written as programs read them; nothing is an empty cell", () => {
  expect(csvLine([-1.5, new Date(0), true, false, null, 0])).toBe("-1.5,1970-01-01T00:00:00.000Z,true,false,,0\r\n");
});

test("whatever is in the cells is read back, but for what would be a formula", () => {
  const part = fc.oneof(
    fc.constantFrom('"', ",", "\r", "\n", "\r\n", "=", "'", " ", ";"),
    fc.string({ unit: "binary" }),
  );
  const cell = fc.array(part).map((parts) => parts.join(""));
  const lines = fc.array(fc.array(cell, { minLength: 2 }));
  fc.assert(
    fc.property(lines, (given) => {
      expect(readCsv(given.map(csvLine).join(""))).toEqual(given.map((cells) => cells.map(neutralizeFormulas)));
    }),
  );
});

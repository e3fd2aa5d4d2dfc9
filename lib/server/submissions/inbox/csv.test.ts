import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../../e2e/support/read-csv.ts";
import { neutralizeFormulas, toCsvLine } from "./export-submissions.ts";

test("quotes only CSV cells with a comma, a quote or a line break", () => {
  const cells = ["plain", "ñ 🎁; x", "a,b", 'say "hi"', "one\ntwo", "one\rtwo", "one\r\ntwo", "", '"'];
  expect(toCsvLine(cells)).toBe(`plain,ñ 🎁; x,"a,b","say ""hi""","one\ntwo","one\rtwo","one\r\ntwo",,""""\r\n`);
});

test("writes numbers, times and booleans to CSV in standard form", () => {
  expect(toCsvLine([-1.5, new Date(0), true, false, null, 0])).toBe("-1.5,1970-01-01T00:00:00.000Z,true,false,,0\r\n");
});

test("writes CSV that is read back unchanged, except for formulas", () => {
  const part = fc.oneof(
    fc.constantFrom('"', ",", "\r", "\n", "\r\n", "=", "'", " ", ";"),
    fc.string({ unit: "binary" }),
  );
  const cell = fc.array(part).map((parts) => parts.join(""));
  const lines = fc.array(fc.array(cell, { minLength: 2 }));
  fc.assert(
    fc.property(lines, (given) => {
      expect(readCsv(given.map(toCsvLine).join(""))).toEqual(given.map((cells) => cells.map(neutralizeFormulas)));
    }),
  );
});

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
const formula = `1+1)*cmd|' /C calc'!A0`;

describe("the apostrophe before a formula", () => {
  test.each(signs)("inserts an apostrophe before a leading %s", (sign) => {
    for (const hidden of ["", " ", "\u0085", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u202e", '"', '" "', ' "']) {
      expect(neutralizeFormulas(`${hidden}${sign}${formula}`)).toBe(`'${hidden}${sign}${formula}`);
    }
  });

  test("inserts an apostrophe before a tab or line break at the start", () => {
    for (const start of ["\t", "\r", "\n", "\r\n"]) expect(neutralizeFormulas(`${start}x`)).toBe(`'${start}x`);
  });
});

test.each([
  "",
  "A promotion in Guatemala, from March to May",
  "ana.ruiz+web@example.com",
  "a = b + c - d @ e",
  "well-known; and so on\nNext line, 3 - 4",
  "'=1",
  "🎁 =",
  "https://example.com/?a=-1",
])("keeps the harmless text %j unchanged", (text) => {
  expect(neutralizeFormulas(text)).toBe(text);
});

test("leaves no part of a cell that a spreadsheet could read as a formula", () => {
  const part = fc.oneof(fc.constantFrom(...signs, ";", "\t", "\n", "\r", '"', "'", ",", " ", "\u200b"), fc.string());
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join("");
      const neutral = neutralizeFormulas(text);
      for (const cell of neutral.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u);
      expect(neutral.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
      expect(neutralizeFormulas(neutral)).toBe(neutral);
    }),
  );
});

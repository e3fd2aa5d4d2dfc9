import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutAfter, excerptOf, partsOf, rangesOf } from "./matches.ts";
import { fold, searchWords } from "./search-text.ts";

const marked = (text: string, query: string) =>
  partsOf(text, searchWords(query))
    .filter(({ isMatch }) => isMatch)
    .map((part) => part.text);

/** Letters, marks, ligatures, wide and astral characters, and the sigma that changes at the end of a word. */
const unit = fc.constantFrom(..."aeioñáÉüß ﬁ½İΣσςǆ한🚀𝐄Ａ", "e\u0301", "\u0301", "\u0327", " ", "\n", "👩‍🚀");
/** fast-check's own unit takes most of a second to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(
  fc.string({ unit, maxLength: 40 }),
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
/** At the end of a word, a capital sigma folds to another letter than within it. */
const alike = (folded: string) => folded.replaceAll("ς", "σ");

describe("what is marked", () => {
  test.each([
    ["Envíos de premios", "envio", ["Envío"]],
    ["ENVI\u0301O y envío", "envío", ["ENVI\u0301O", "envío"]],
    ["Seguimiento de envi\u0301os", "ENVIO", ["envi\u0301o"]],
    ["a ﬁnal draw", "final", ["ﬁnal"]],
    ["a ﬁnal draw", "f", ["ﬁ"]],
    ["🚀 Ｅｎｖíｏ 🚀", "envio", ["Ｅｎｖíｏ"]],
    ["𝐄nvio", "env", ["𝐄nv"]],
    ["İstanbul", "ist", ["İst"]],
    ["draw, drawing, withdraw", "draw", ["draw", "draw", "draw"]],
    ["prize draws", "draws prize", ["prize", "draws"]],
    ["aaa", "aa", ["aa"]],
    ["loyalty", "lo yal loya", ["loyal"]],
    ["50% & <b>", "50% <b>", ["50%", "<b>"]],
    ["nothing here", "envio", []],
  ])("in %j of %j is %j", (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  test("joined again with what is not marked, is the text", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, query) => {
        const parts = partsOf(text, searchWords(query));
        expect(parts.map((part) => part.text).join("")).toBe(text);
        expect(parts.length === 1 || parts.every((part) => part.text)).toBe(true);
      }),
    );
  });

  test("folds to a word, in whole characters, wherever a word of the text is searched for", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, from, length) => {
        const characters = [...text];
        const start = characters.length ? from % characters.length : 0;
        const [word] = searchWords(characters.slice(start, start + 1 + (length % 4)).join(""));
        fc.pre(word !== undefined && fold(text).includes(word));
        const ranges = rangesOf(text, [word ?? ""]);
        expect(ranges.length).toBeGreaterThan(0);
        for (const range of ranges) {
          expect(alike(fold(text.slice(range.start, range.end)))).toContain(alike(word ?? ""));
        }
      }),
    );
  });

  test("is the word and no more, where each character folds to one", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abñÁe 🚀"), maxLength: 30 });
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom(..."abne"), minLength: 1, maxLength: 3 }),
        (text, word) => {
          for (const { start, end } of rangesOf(text, [word])) {
            // Occurrences that touch stay apart; only those that overlap become one, which a single word cannot.
            expect(fold(text.slice(start, end))).toBe(word);
          }
        },
      ),
    );
  });

  test("stands in order without overlap", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, query) => {
        let last = 0;
        for (const { start, end } of rangesOf(text, searchWords(query))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
    );
  });

  test("of nothing is nothing", () => {
    expect(partsOf("text", [])).toEqual([{ text: "text", isMatch: false }]);
    expect(partsOf("", ["a"])).toEqual([{ text: "", isMatch: false }]);
    expect(rangesOf("text", [""])).toEqual([]);
  });

  test("has an end in a text of a megabyte", () => {
    expect(rangesOf("é".repeat(1_000_000), ["e"]).length).toBeLessThanOrEqual(400);
  });
});

describe("an excerpt", () => {
  const long = `${"before ".repeat(40)}the envío itself${" after".repeat(40)}`;

  test("shows the first match between words of its neighbourhood", () => {
    expect(excerptOf(long, ["envio"], 20)).toBe("…before before the envío itself after after…");
    expect(excerptOf("Un envío", ["envio"])).toBe("Un envío");
  });

  test("holds the match, and is bounded", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const excerpt = excerptOf(`${before} envío ${after}`, ["envio"], 10);
        expect(fold(excerpt)).toContain("envio");
        expect(excerpt.length).toBeLessThan(60);
      }),
    );
  });

  test("of a text without a match is its beginning", () => {
    expect(excerptOf("one two three", ["x"], 4)).toBe("one two…");
  });
});

test("a text is cut after a word, or a whole character where the word is too long", () => {
  expect(cutAfter("one two three", 8)).toBe("one two");
  expect(cutAfter("one two", 7)).toBe("one two");
  expect(cutAfter("🚀🚀🚀", 3)).toBe("🚀");
});

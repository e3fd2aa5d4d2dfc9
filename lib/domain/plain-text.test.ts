import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, splitParagraphs, toBodyText, toOneLine, toPlainName, toShownName } from "./plain-text.ts";

test.each([
  ["A subject", "A subject"],
  ["A\r\nBcc: x@y.z", "A Bcc: x@y.z"],
  ["a\u0000b\u0085c\u2028d\u2029e\u202Ef\u2067g", "a b c d e f g"],
  ["  two \t\u00a0 words ", "two words"],
  ["half \ud800", "half \ufffd"],
  ["\n", ""],
])("writes %j on one line as %j", (text, line) => {
  expect(toOneLine(text)).toBe(line);
});

test("turns any text into one line of at most 120 code points", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const line = toOneLine(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|\s\s/u);
      expect([...line].length).toBeLessThanOrEqual(120);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});

describe("the cut function", () => {
  test.each([
    ["a short text", 12, "a short text"],
    ["a short text.", 12, "a short…"],
    ["a short text", 8, "a short…"],
    ["a short text", 7, "a shor…"],
    ["unbreakable", 6, "unbre…"],
    ["un breakable", 8, "un brea…"],
    ["🌋🌋🌋🌋", 3, "🌋🌋…"],
  ])("shortens %j to %i code points, giving %j", (text, charactersMax, short) => {
    expect(cut(text, charactersMax)).toBe(short);
  });
});

test.each([
  ["one\r\ntwo\rthree\u2028four\u0085five", "one\ntwo\nthree\nfour\nfive"],
  ["  a\t \u00a0b  \n  c ", "a b\nc"],
  ["a\n\n \n\n\nb", "a\n\nb"],
  ["a\u0000b\u0007c\u202Ed\u2066e", "abcde"],
  ["👩‍🌾 José", "👩‍🌾 José"],
  ["half \udc00", "half \ufffd"],
  ["a \u202E b\n \u0007\n\u2066 \n c", "a b\n\nc"],
  ["a\u0007\tb\u000bc\u001f", "a b c"],
])("cleans the mail text %j to %j, and leaves the cleaned text unchanged", (text, body) => {
  expect(toBodyText(text)).toBe(body);
  expect(toBodyText(body)).toBe(body);
});

test("splits text into paragraphs at empty lines", () => {
  expect(splitParagraphs("\n\none\ntwo\n\n\n\nthree\n")).toEqual(["one\ntwo", "three"]);
  expect(splitParagraphs(" \n ")).toEqual([]);
});

test.each([
  ["Lucía Hernández", "Lucía Hernández"],
  ["Mary-Jane O’Neil", "Mary-Jane O’Neil"],
  ["O'Neil & Sons (MX) +", "O'Neil & Sons (MX) +"],
  ["李小龙", "李小龙"],
  ["عمر", "عمر"],
  ["Jose\u0301", "José"],
  ["Dr. Ana P.", "Dr. Ana P."],
  ["GPT-5.1", "GPT-5.1"],
  ["v1.2.3", "v1.2.3"],
  ["1.2.3.4", "1 2 3 4"],
  ["GPT-4-1106-preview", "GPT-4-1106-preview"],
  ["Ana 123-456", "Ana 123-456"],
  ["Ana 123-4567", ""],
  ["Ana ١٢٣٤٥٦٧", ""],
  [`${"x".repeat(60)} 1234567`, ""],
  ["Your order of 499 USD ships. Call 1 (800) 555-0199", ""],
  ["J.R.R. Tolkien", "J R R. Tolkien"],
  ["Make.com", "Make com"],
  ["5.com", "5 com"],
  ["evil\u200B.com", "evil com"],
  ["evil。com", "evil com"],
  ["https://www.evil.example/x?a=b#c", "evil example x a b c"],
  ["mailto:ana@evil.example", "ana evil example"],
  ["Ana\r\nBcc: x@y.z", "Ana Bcc x y z"],
  ["a\u202Eb\u2066c", "abc"],
  ["<b>Ana</b>", "b Ana b"],
  [`Z${"\u0335".repeat(40)}a`, `Z${"\u0335".repeat(4)}a`],
  ["x".repeat(120), "x".repeat(60)],
  ["😀", ""],
  ["\u3164", ""],
  ["(-')", ""],
  ["://", ""],
  ["www.", ""],
])("makes the name %j safe for a mail, giving %j", (name, plain) => {
  expect(toPlainName(name)).toBe(plain);
});

/** Generates text that contains many fragments of links. */
const linkish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ".",
        "www",
        "http",
        "https",
        "://",
        "@",
        "/",
        " ",
        "\n",
        "\u200B",
        "\u202E",
        "com",
        "7",
        "é",
        "-",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

describe("a generated name", () => {
  test("turns any name into one line of at most 60 code points without a link", () => {
    fc.assert(
      fc.property(linkish, (text) => {
        const name = toPlainName(text);
        expect(name).toMatch(/^[\p{L}\p{M}\p{Nd} .'’&+()-]*$/u);
        expect(name).not.toMatch(/(?:^|[^\p{L}\p{M}\p{Nd}])(?:www|https?|mailto)(?:$|[^\p{L}\p{M}\p{Nd}])/iu);
        expect(name).not.toMatch(/\.(?!\p{Nd}| |$)|(?<!\p{Nd})\.\p{Nd}/u);
        expect([...name].length).toBeLessThanOrEqual(60);
        expect(name.match(/\p{Nd}/gu)?.length ?? 0).toBeLessThanOrEqual(6);
        expect(name).toBe(name.trim());
        if (name) expect(name).toMatch(/[\p{L}\p{Nd}]/u);
      }),
      { numRuns: 2000 },
    );
  });

  test("leaves a cleaned name unchanged", () => {
    fc.assert(
      fc.property(linkish, (text) => {
        expect(toPlainName(toPlainName(text))).toBe(toPlainName(text));
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ["ChatGPT", "ChatGPT"],
  ["  two\n\twords ", "two words"],
  ["Café ☕️ 🇲🇽", "Café ☕️ 🇲🇽"],
  ["evil\u202Etxt.exe", "eviltxt.exe"],
  ["a\u200Bb\u0007c\uE000", "abc"],
  ["\u200B\u2060", ""],
  ["x".repeat(48), "x".repeat(48)],
  ["x".repeat(49), `${"x".repeat(47)}…`],
  ["🌋".repeat(500), `${"🌋".repeat(47)}…`],
])("shows the name %j as %j", (name, shown) => {
  expect(toShownName(name)).toBe(shown);
});

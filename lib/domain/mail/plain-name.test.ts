import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainName } from "./plain-name.ts";

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
])("%j becomes %j", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

/** Text that is rich in what links are made of. */
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

describe("whatever the name is", () => {
  test("nothing of it can be a link, and it is one line of at most 60 code points", () => {
    fc.assert(
      fc.property(linkish, (text) => {
        const name = plainName(text);
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

  test("a plain name stays as it is", () => {
    fc.assert(
      fc.property(linkish, (text) => {
        expect(plainName(plainName(text))).toBe(plainName(text));
      }),
      { numRuns: 2000 },
    );
  });
});

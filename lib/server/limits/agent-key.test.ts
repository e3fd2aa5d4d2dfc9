import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentKey } from "./agent-key.ts";

const keyCount = (names: readonly string[]) => new Set(names.map(agentKey)).size;
const invisible = [
  ...["\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180b", "\u180e", "\u200b", "\u200c", "\u200d"],
  ...["\u200e", "\u202e", "\u2060", "\u2063", "\u2066", "\u2069", "\u206a", "\u2800", "\u3164", "\ufe0f", "\ufeff"],
  ...["\uffa0", "\ufff9", "\u{1d173}", "\u{e0001}", "\u{e0020}", "\u{e0100}"],
];
const whiteSpace = [" ", "\t", "\n", "\u0085", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u3000"];

describe("agentKey", () => {
  test.each([
    ["ChatGPT", "chatgpt", "CHATGPT", " ChatGPT ", "ＣｈａｔＧＰＴ", "ChatGPT\u00a0", "Chat GPT", "C h a t G P T"],
    ["My  Agent", "my agent", "MY\tAGENT", "my\u3000\n agent", "my\u2003agent", "MyAgent"],
    ["Straße", "STRASSE", "strasse", "STRAẞE"],
    ["Café", "Cafe\u0301", "CAFÉ", "Саf\u0435\u0301"],
    ["ﬁnder", "FINDER"],
    ["ΟΔΟΣ", "οδος", "οδοσ"],
    ["Помощник", "ПОМОЩНИК", "помощник"],
    // Cyrillic, Greek, Cherokee, Lisu, mathematical and Coptic letters.
    ["ChatGPT", "СhаtGРТ", "ϹhatGΡΤ", "ᏟhatᏀᏢᎢ", "ꓚhatꓖꓑꓔ", "𝐂𝗵𝚊𝓽𝔾𝖯𝒯", "ⲤhatGⲢⲦ"],
    ["OpenAI", "ОреnАІ", "ΟpenΑΙ", "OpenAӀ"],
    ["Bot 3000", "Воt 3000", "ΒΟΤ 3ООО".replaceAll("О", "0")],
    ["CHATBOT", "СНАТВОТ", "chatвоt"],
    ["A-B", "A‐B", "A–B", "A−B"],
    ["naïve", "naїve"],
  ])("returns the same key for %j and its other spellings", (...names) => {
    expect(Object.fromEntries(names.map((name) => [name, agentKey(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, agentKey(names[0] ?? "")])),
    );
  });

  test("ignores invisible characters and white space anywhere in a name", () => {
    for (const character of [...invisible, ...whiteSpace]) {
      const names = [
        `Chat${character}GPT`,
        `${character}ChatGPT`,
        `ChatGPT${character}`,
        [..."ChatGPT"].join(character),
      ];
      expect(keyCount(["ChatGPT", ...names]), `U+${character.codePointAt(0)?.toString(16)}`).toBe(1);
    }
  });

  test("returns one key for all invisible names, different from all others", () => {
    expect(keyCount([...invisible, ...whiteSpace, "\u200b \u2800"])).toBe(1);
    expect(keyCount(["\u200b\u200b", "-", "_", "."])).toBe(4);
  });

  test("distinguishes accents, punctuation and similar ASCII characters", () => {
    const ascii = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at));
    const visible = ascii.filter((character) => character === character.toLowerCase());
    expect(keyCount(visible.map((character) => `Agent ${character}`))).toBe(visible.length);
    const names = ["Cafe", "Café", "ChatGPT", "Chat-GPT", "Chat_GPT", "ChatGPT2", "ñ", "n", "Télmex", "Telmex"];
    expect(keyCount(names)).toBe(names.length);
    expect(keyCount(["rn", "m", "vv", "w", "cl", "d", "0", "O", "1", "I", "l", "|", "5", "S"])).toBe(14);
  });

  /** Letters that look like one ASCII letter, and like another one in the other case or after NFKC. */
  const twofold = new Set("ƼƽϬϭӀӏΝνΥυϲϹ𑢣𑢢𑢤𑢦𑢵𑢼𑣃𑣂𑣄𑣆𑣕𑣜");

  test("returns an idempotent key that ignores the case and Unicode form of every letter", () => {
    const letter = fc
      .integer({ min: 1, max: 0x2ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 12 }), (name) => {
        const key = agentKey(name);
        expect(agentKey(key)).toBe(key);
        for (const form of ["NFC", "NFD"]) expect(agentKey(name.normalize(form))).toBe(key);
        const plain = name.normalize("NFKD");
        if ([...name, ...plain].some((character) => twofold.has(character))) return;
        for (const same of [plain, name.normalize("NFKC"), plain.toUpperCase(), plain.toLowerCase()]) {
          expect(agentKey(same)).toBe(key);
        }
      }),
      { numRuns: 300 },
    );
  });
});

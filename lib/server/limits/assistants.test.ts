import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../domain/plain-text.ts";
import { findAssistantHost, findOddCharacters, identifyAssistant } from "./assistants.ts";

const keyCount = (names: readonly string[]) => new Set(names.map(foldName)).size;
const invisible = [
  ...["\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180b", "\u180e", "\u200b", "\u200c", "\u200d"],
  ...["\u200e", "\u202e", "\u2060", "\u2063", "\u2066", "\u2069", "\u206a", "\u2800", "\u3164", "\ufe0f", "\ufeff"],
  ...["\uffa0", "\ufff9", "\u{1d173}", "\u{e0001}", "\u{e0020}", "\u{e0100}"],
];
const whiteSpace = [" ", "\t", "\n", "\u0085", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u3000"];

describe("foldName", () => {
  test.each([
    ["ChatGPT", "chatgpt", "CHATGPT", " ChatGPT ", "ＣｈａｔＧＰＴ", "ChatGPT\u00a0", "Chat GPT", "C h a t G P T"],
    ["My  Agent", "my agent", "MY\tAGENT", "my\u3000\n agent", "my\u2003agent", "MyAgent"],
    ["Straße", "STRASSE", "strasse", "STRAẞE"],
    ["οδος", "ΟΔΟΣ", "οδοσ"],
    ["\u0390", "\u03aa\u0301"],
    ["Café", "Cafe\u0301", "CAFÉ"],
    ["ﬁnder", "FINDER"],
    ["Помощник", "ПОМОЩНИК"],
    ["ChatGPT", "𝐂𝗵𝚊𝓽𝔾𝖯𝒯"],
  ])("returns the same key for %j and its other spellings", (...names) => {
    expect(Object.fromEntries(names.map((name) => [name, foldName(name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, foldName(names[0] ?? "")])),
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

  test("returns the same key for all invisible names", () => {
    expect(keyCount([...invisible, ...whiteSpace, "\u200b \u2800"])).toBe(1);
    expect(keyCount(["\u200b\u200b", "-", "_", "."])).toBe(4);
  });

  test("distinguishes accents, punctuation and similar ASCII characters", () => {
    const ascii = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at));
    const visible = ascii.filter((character) => character === character.toLowerCase());
    expect(keyCount(visible.map((character) => `Agent ${character}`))).toBe(visible.length);
    const names = ["Cafe", "Café", "ChatGPT", "Ch\u0430tGPT", "Chat-GPT", "ChatGPT2", "ñ", "n", "小度", "Помощник"];
    expect(keyCount(names)).toBe(names.length);
    expect(keyCount(["rn", "m", "vv", "w", "cl", "d", "0", "O", "1", "I", "l", "|", "5", "S"])).toBe(14);
  });

  test("returns an idempotent key that ignores case and Unicode normalization form", () => {
    const letter = fc
      .integer({ min: 1, max: 0x2ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 12 }), (name) => {
        const key = foldName(name);
        expect(foldName(key)).toBe(key);
        for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) expect(foldName(name.normalize(form))).toBe(key);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ["СhatGPT", "С"],
  ["Сlаudе", "Сае"],
  ["ChatGΡT", "Ρ"],
  ["ꓚhatꓖꓑꓔ", "ꓚꓖꓑꓔ"],
  ["СhatGPT Помощник", "С"],
  ["GPTЗ", "З"],
  ["Chat\u0007GPT", "\u0007"],
  ["Chat\u200bGPT\u200b", "\u200b"],
  ["Chat\u200dGPT", "\u200d"],
  ["\u202eTPGtahC", "\u202e"],
  ["Cafe\u0301\u200d Bot", "\u200d"],
  ["ChatGPT\u3164", "\u3164"],
  ["ChatGPT\u{e0041}", "\u{e0041}"],
])("finds the odd characters of %j", (name, odd) => {
  expect(findOddCharacters(name).join("")).toBe(odd);
});

test.each([
  ...["ChatGPT", "Claude 3.5", "gpt_4 (mini)", "  My\tAgent\n", ""],
  ...["Алиса GPT", "Ελένη", "小度", "Siri の友", "مساعد", "می\u200cخواهم", "क्\u200dष"],
  ...["Café Bot", "Cafe\u0301 Bot", "Þór Bot", "Illinois 11", "Asistente N.º 1", "Straße", "Œuvre"],
  ...["“Ana” – Acme’s Bot", "ChatGPT™", "Agent²", "½", "🤖 Bot", "☁️ Cloud", "👩‍💻 Ana", "🇲🇽 Bot"],
])("finds no odd character in %j", (name) => {
  expect(findOddCharacters(name)).toEqual([]);
});

const chatGpt = { assistantHost: "ChatGPT", hostEvidence: "egress" };
const host = { name: "ChatGPT", evidence: "egress" };

test.each([
  ["ChatGPT", chatGpt, { host, isHostName: true, oddCharacters: [] }],
  [" chat gpt", chatGpt, { host, isHostName: true, oddCharacters: [] }],
  ["Claude", chatGpt, { host, isHostName: false, oddCharacters: [] }],
  ["СhatGPT", chatGpt, { host, isHostName: false, oddCharacters: ["С"] }],
  [null, chatGpt, { host, isHostName: false, oddCharacters: [] }],
  ["ChatGPT", { assistantHost: null, hostEvidence: "none" }, { host: null, isHostName: false, oddCharacters: [] }],
  ["ChatGPT", { assistantHost: null, hostEvidence: null }, { host: null, isHostName: false, oddCharacters: [] }],
])("identifies the agent that calls itself %j, with the host evidence %j", (agentName, row, identity) => {
  expect(identifyAssistant({ agentName, ...row })).toEqual(identity);
});

Object.assign(process.env, { ASSISTANT_RANGES: "Claude=160.79.104.0/21,Other One=2001:db8:1::/48" });

test.each([
  ["160.79.104.0", "Claude"],
  ["160.79.111.255", "Claude"],
  ["160.79.103.255", undefined],
  ["160.79.112.0", undefined],
  ["2001:db8:1:2::/64", "Other One"],
  ["2001:db8:2:2::/64", undefined],
  ["unknown", undefined],
  ["", undefined],
])("identifies the assistant host of the IP address %s as %s", (clientIp, host) => {
  expect(findAssistantHost(clientIp, null)).toEqual(host && { name: host, evidence: "egress" });
});

test("identifies an assistant host by its certificate, whatever the IP address", () => {
  for (const [clientIp, name] of [
    ["192.0.2.1", "mtls.prod.connectors.openai.com"],
    ["160.79.104.1", " MTLS.prod.connectors.openai.com "],
  ] as const) {
    expect(findAssistantHost(clientIp, name)).toEqual({ name: "ChatGPT", evidence: "mtls" });
  }
});

test("identifies no assistant host by any other certificate", () => {
  for (const name of [
    "",
    "openai.com",
    "mtls.prod.connectors.openai.com.example",
    "x, mtls.prod.connectors.openai.com",
  ]) {
    expect(findAssistantHost("192.0.2.1", name)).toBeUndefined();
  }
});

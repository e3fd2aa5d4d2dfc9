import { expect, test } from "vitest";
import { findImitatedName } from "./imitated-name.ts";

test.each([
  // One Cyrillic or Greek letter, all of them, Cherokee, Lisu, mathematical and full-width letters.
  ["СhatGPT", "ChatGPT"],
  ["ChаtGPT", "ChatGPT"],
  ["Сlаudе", "Claude"],
  ["ChatGΡT", "ChatGPT"],
  ["ꓚhatꓖꓑꓔ", "chatgpt"],
  ["𝐂𝗵𝚊𝓽𝔾𝖯𝒯", "ChatGPT"],
  ["ＣｈａｔＧＰＴ", "ChatGPT"],
  ["СОРА", "COPA"],
  ["Gemını", "Gemini"],
  ["СhatGPT Помощник", "ChatGPT Помощник"],
  ["Саfé Bot", "Café Bot"],
  ["Aсistente Ñandú", "Acistente Ñandú"],
  ["GPTЗ", "GPT3"],
  ["Chat\u200bGPT", "ChatGPT"],
  ["\u2060ChatGPT", "ChatGPT"],
  ["Chat\u00adGPT", "ChatGPT"],
  ["Chat\u200dGPT", "ChatGPT"],
  ["\u202eTPGtahC", "TPGtahC"],
  ["Cafe\u0301\u200d Bot", "Café Bot"],
  ["ChatGPT\u3164", "ChatGPT"],
  ["ChatGPT\u{e0041}", "ChatGPT"],
])("%j looks like %j", (name, imitated) => {
  expect(findImitatedName(name)).toBe(imitated);
});

test.each([
  ...["ChatGPT", "Claude 3.5", "GPT-4o", "gpt_4 (mini)", "  My\tAgent\n", "openai-mcp", ""],
  ...[
    "Алиса",
    "ГигаЧат",
    "Сбер GPT",
    "Алиса GPT",
    "小度",
    "Siri の友",
    "مساعد",
    "می\u200cخواهم",
    "क्\u200dष",
    "Ελένη",
    "Яндекс",
  ],
  ...[
    "Café Bot",
    "Cafe\u0301 Bot",
    "Señorita Ñandú",
    "Asistente N.º 1",
    "Straße",
    "Œuvre",
    "naïve",
    "Ångström",
    "Søren",
  ],
  ...[
    "Acme’s Bot",
    "“Ana”",
    "Acme – Bot",
    "ChatGPT™",
    "Claude®",
    "Agent²",
    "½",
    "🤖 Bot",
    "☁️ Cloud",
    "👩‍💻 Ana",
    "🇲🇽 Bot",
  ],
])("%j is what it looks like", (name) => {
  expect(findImitatedName(name)).toBeNull();
});

import { expect, test } from "vitest";
import { shownName } from "./shown-name.ts";

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
])("%j is shown as %j", (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

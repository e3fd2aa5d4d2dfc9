import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { getDeskTextFor } from "./desk-text.ts";
import type { Locale } from "./locales.ts";

type Messages = { [name: string]: string | Messages };

function flatten(messages: Messages, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  );
}

function readMessages(locale: Locale): [string, string][] {
  const folder = new URL(`../../messages/${locale}/`, import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  return names
    .toSorted()
    .flatMap((name) => flatten(JSON.parse(readFileSync(new URL(name, folder), "utf8")), `${name} `));
}

const english = readMessages("en");
const spanish = new Map(readMessages("es"));

/** Lists the arguments and tags of a message that the code fills in, without the words in plural branches. */
function listSlots(message: string): string[] {
  const names = [...message.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)\s*[,}]/g), ...message.matchAll(/<(\w+)>/g)].map(
    ([, name]) => name ?? "",
  );
  return [...new Set(names)].sort();
}

/** Files with Spanish words that no page shows, with the purpose of these words. */
const exempt: Record<string, string> = {
  "lib/contract/examples.ts": "requests of the contract, as assistants send them",
  "lib/contract/operator-openapi.ts": "an entry, as programs send it",
  "lib/domain/submissions/inbox/search.ts": "words that operators type",
  "lib/server/submissions/inbox/inbox-rows.ts": "letters that Postgres folds",
  "lib/http/mcp-cards.ts": "searches that a catalog of assistants compares",
};

test("keeps Spanish sentences out of code", () => {
  const root = path.join(import.meta.dirname, "../..");
  const names = /Lucía Hernández|Café Volcán|México|Español/g;
  const isSpanish = /["'`][^"'`]*[áéíóúñ¿¡][^"'`]*["'`]/;
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test|\.fixture)\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))),
  );
  const found = files
    .filter((file) => !(file in exempt || file.includes("/generated/")))
    .flatMap((file) =>
      readFileSync(path.join(root, file), "utf8")
        .split("\n")
        .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && isSpanish.test(line.replace(names, "")))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

describe("the messages of both languages", () => {
  test("has the same message keys in both languages, in the same order", () => {
    expect([...spanish.keys()]).toEqual(english.map(([key]) => key));
  });

  test("uses the same arguments and tags in both languages", () => {
    for (const [key, message] of english) {
      expect({ key, slots: listSlots(spanish.get(key) ?? "") }).toEqual({ key, slots: listSlots(message) });
    }
  });

  test("has no empty, padded or untranslated messages", () => {
    for (const [key, message] of [...english, ...spanish]) {
      expect({ key, message }).toEqual({ key, message: message.trim() });
      expect({ key, length: message.length }).not.toEqual({ key, length: 0 });
    }
    const countWords = (message: string) => message.split(" ").filter((word) => /^\p{L}+[.,:]?$/u.test(word)).length;
    const copied = english.filter(([key, message]) => spanish.get(key) === message && countWords(message) > 3);
    expect(copied).toEqual([]);
  });

  test("puts no full stop after a Spanish time, which ends with one", () => {
    const doubled = [...spanish].filter(([, message]) => /\{(?:time|due|since)\}\}*\./.test(message));
    expect(doubled).toEqual([]);
  });
});

test("creates the desk's texts once for each language and area", () => {
  const text = getDeskTextFor("es", "list");
  expect(getDeskTextFor("es", "list")).toBe(text);
  for (const other of [getDeskTextFor("en", "list"), getDeskTextFor("es", "inbox")]) expect(other).not.toBe(text);
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import en from "../../messages/en.json" with { type: "json" };
import es from "../../messages/es.json" with { type: "json" };
import questionsEn from "../../messages/questions/en.json" with { type: "json" };
import questionsEs from "../../messages/questions/es.json" with { type: "json" };
import type { Locale } from "../domain/locale.ts";

type Messages = { [name: string]: string | Messages };

function flatten(messages: Messages, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  );
}

const deskFolder = new URL("../../messages/desk/", import.meta.url);
const readDesk = (locale: Locale): Messages =>
  Object.fromEntries(
    readdirSync(new URL(locale, deskFolder))
      .toSorted()
      .map((name) => [name, JSON.parse(readFileSync(new URL(`${locale}/${name}`, deskFolder), "utf8"))]),
  );

const english = [...flatten({ ...en, questions: questionsEn }), ...flatten(readDesk("en"))];
const spanish = new Map([...flatten({ ...es, questions: questionsEs }), ...flatten(readDesk("es"))]);

/** What the code fills in: arguments and tags, not the words of a plural's branches. */
function slotsOf(message: string): string[] {
  const names = [...message.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)\s*[,}]/g), ...message.matchAll(/<(\w+)>/g)].map(
    ([, name]) => name ?? "",
  );
  return [...new Set(names)].sort();
}

describe("the messages of both languages", () => {
  test("have the same keys in the same order", () => {
    expect([...spanish.keys()]).toEqual(english.map(([key]) => key));
  });

  test("take the same arguments and tags", () => {
    for (const [key, message] of english) {
      expect({ key, slots: slotsOf(spanish.get(key) ?? "") }).toEqual({ key, slots: slotsOf(message) });
    }
  });

  test("are neither empty nor padded, and no sentence is left untranslated", () => {
    for (const [key, message] of [...english, ...spanish]) {
      expect({ key, message }).toEqual({ key, message: message.trim() });
      expect({ key, length: message.length }).not.toEqual({ key, length: 0 });
    }
    const countWords = (message: string) => message.split(" ").filter((word) => /^\p{L}+[.,:]?$/u.test(word)).length;
    const copied = english.filter(([key, message]) => spanish.get(key) === message && countWords(message) > 3);
    expect(copied).toEqual([]);
  });

  test("no full stop follows a time in Spanish, which ends with one: 5:16 p.m.", () => {
    const doubled = [...spanish].filter(([, message]) => /\{(?:time|due|since)\}\}*\./.test(message));
    expect(doubled).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { prefixQueryOf, searchWordsOf } from "./search-words.ts";

test("words are what spaces and at-signs part, each once, at most ten", () => {
  expect(searchWordsOf(" ana@example.com  ana\tRuiz\u00a0café ")).toEqual(["ana", "example.com", "Ruiz", "café"]);
  expect(searchWordsOf(Array.from({ length: 30 }, (_, at) => `w${at}`).join(" "))).toHaveLength(10);
});

test("what has neither letter nor digit is no word", () => {
  expect(searchWordsOf("- -- ?! ' 🎁 @ :*")).toEqual([]);
  expect(searchWordsOf("名前 - 7")).toEqual(["名前", "7"]);
});

test("each word is quoted and a beginning", () => {
  expect(prefixQueryOf(["it's", "a\\b", "x:*|!"])).toBe("'it''s':* & 'a\\\\b':* & 'x:*|!':*");
  expect(prefixQueryOf([])).toBe("");
});

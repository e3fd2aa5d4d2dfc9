import { expect, test } from "vitest";
import { bodyText, paragraphsOf } from "./body-text.ts";

test.each([
  ["one\r\ntwo\rthree\u2028four\u0085five", "one\ntwo\nthree\nfour\nfive"],
  ["  a\t \u00a0b  \n  c ", "a b\nc"],
  ["a\n\n \n\n\nb", "a\n\nb"],
  ["a\u0000b\u0007c\u202Ed\u2066e", "abcde"],
  ["👩‍🌾 José", "👩‍🌾 José"],
  ["half \udc00", "half \ufffd"],
  ["a \u202E b\n \u0007\n\u2066 \n c", "a b\n\nc"],
  ["a\u0007\tb\u000bc\u001f", "a b c"],
])("%j becomes %j, and stays that", (text, body) => {
  expect(bodyText(text)).toBe(body);
  expect(bodyText(body)).toBe(body);
});

test("paragraphs are what stands between empty lines", () => {
  expect(paragraphsOf("\n\none\ntwo\n\n\n\nthree\n")).toEqual(["one\ntwo", "three"]);
  expect(paragraphsOf(" \n ")).toEqual([]);
});

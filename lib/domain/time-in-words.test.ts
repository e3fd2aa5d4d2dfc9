import { expect, test } from "vitest";
import { formatTimeInWords } from "./time-in-words.ts";

test.each([
  ["2026-11-24T01:19:30Z", "Monday, November 23 at 7:19 PM", "lunes 23 de noviembre a las 19:19"],
  ["2026-11-24T06:05:00Z", "Tuesday, November 24 at 12:05 AM", "martes 24 de noviembre a las 00:05"],
  ["2026-03-01T19:00:00Z", "Sunday, March 1 at 1:00 PM", "domingo 1 de marzo a las 13:00"],
  ["2026-03-01T07:30:00Z", "Sunday, March 1 at 1:30 AM", "domingo 1 de marzo a la 01:30"],
])("%s is told in words, with its zone", (at, en, es) => {
  expect(formatTimeInWords(new Date(at), "en").replaceAll("\u202f", " ")).toBe(`${en} (Mexico City time)`);
  expect(formatTimeInWords(new Date(at), "es")).toBe(`${es} (hora del centro de México)`);
});

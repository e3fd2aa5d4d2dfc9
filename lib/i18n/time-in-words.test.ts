import { expect, test } from "vitest";
import { formatTimeInWords, formatTimeZone } from "./time-in-words.ts";

const mexico = "America/Mexico_City";

test.each([
  ["2026-11-24T01:19:30Z", "Monday, November 23 at 7:19 PM", "lunes 23 de noviembre a las 19:19"],
  ["2026-11-24T06:05:00Z", "Tuesday, November 24 at 12:05 AM", "martes 24 de noviembre a las 00:05"],
  ["2026-03-01T19:00:00Z", "Sunday, March 1 at 1:00 PM", "domingo 1 de marzo a las 13:00"],
  ["2026-03-01T07:30:00Z", "Sunday, March 1 at 1:30 AM", "domingo 1 de marzo a la 01:30"],
])("formats %s in words with its time zone", (at, en, es) => {
  expect(formatTimeInWords(new Date(at), "en", mexico).replaceAll("\u202f", " ")).toBe(`${en} (Mexico City time)`);
  expect(formatTimeInWords(new Date(at), "es", mexico)).toBe(`${es} (hora del centro de México)`);
});

test.each([
  ["America/New_York", "New York time", "hora de Nueva York"],
  ["America/Tijuana", "Tijuana time", "hora de Tijuana"],
  ["America/Guatemala", "Guatemala time", "hora de Guatemala"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires time", "hora de Buenos Aires"],
  ["UTC", "UTC", "UTC"],
])("names the time zone %s in both languages", (timeZone, en, es) => {
  expect(formatTimeZone(timeZone, "en")).toBe(en);
  expect(formatTimeZone(timeZone, "es")).toBe(es);
  expect(formatTimeInWords(new Date("2026-07-01T19:00:00Z"), "es", timeZone)).toContain(`(${es})`);
});

test("uses daylight saving time if the time zone has it", () => {
  const at = new Date("2026-07-01T19:05:00Z");
  expect(formatTimeInWords(at, "en", "America/New_York").replaceAll("\u202f", " ")).toBe(
    "Wednesday, July 1 at 3:05 PM (New York time)",
  );
});

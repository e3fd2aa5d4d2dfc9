import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import en from "../../messages/en/site.json" with { type: "json" };
import es from "../../messages/es/site.json" with { type: "json" };
import { toFormatLocale } from "./locales.ts";
import { formatExactTime } from "./time-in-words.ts";

const timeZone = "America/Mexico_City";
const texts = {
  en: createTranslator({ locale: toFormatLocale("en"), messages: en, timeZone }),
  es: createTranslator({ locale: toFormatLocale("es"), messages: es as typeof en, timeZone }),
};

test("formats numbers of four and five digits with a comma in both languages", () => {
  expect(texts.en("form.count", { count: 4100, max: 40_000 })).toBe("4,100 of 40,000 characters");
  expect(texts.es("form.count", { count: 4100, max: 40_000 })).toBe("4,100 de 40,000 caracteres");
  expect(texts.es("home.glimpse.all", { total: 1000 })).toBe("Ver las 1,000 APIs");
});

test.each([
  ["en", "November 23, 2026 at 7:19 PM (Mexico City time)"],
  ["es", "23 de noviembre de 2026, 19:19 (hora del centro de México)"],
] as const)("formats a time with the name of its zone in the language %s", (locale, expected) => {
  expect(formatExactTime(new Date("2026-11-24T01:19:00Z"), locale, timeZone)).toBe(expected);
});

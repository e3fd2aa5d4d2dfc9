import changesEn from "#messages/en/changes.json";
import compareEn from "#messages/en/compare.json";
import changesEs from "#messages/es/changes.json";
import compareEs from "#messages/es/compare.json";
import { createText } from "./create-text.ts";
import { formatLocales, type Locale } from "./locales.ts";

/** Texts about the changes of the catalog, for pages, feeds and assistants. */
export const changesText = createText({ en: changesEn, es: changesEs });

/** Texts about changes between two documents. */
export const compareText = createText({ en: compareEn, es: compareEs });

export function formatLongDate(date: Date, locale: Locale, timeZone: string): string {
  return new Intl.DateTimeFormat(formatLocales[locale], { dateStyle: "long", timeZone }).format(date);
}

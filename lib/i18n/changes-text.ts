import en from "#messages/en/changes.json";
import es from "#messages/es/changes.json";
import { createText } from "./create-text.ts";
import { formatLocales, type Locale } from "./locales.ts";

/** Texts about the changes of the catalog, for pages, feeds and assistants. */
export const changesText = createText({ en, es });

export function formatLongDate(date: Date, locale: Locale, timeZone: string): string {
  return new Intl.DateTimeFormat(formatLocales[locale], { dateStyle: "long", timeZone }).format(date);
}

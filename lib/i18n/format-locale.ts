import type { Locale } from "./locales.ts";
import { formatLocales } from "./locales.ts";

/**
 * For next-intl, which formats in the given locale and then returns it from `getLocale`. The cast is needed because
 * next-intl has one type for this locale and for the locales in URLs.
 */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

/** The inverse of `toFormatLocale`. */
export function toLanguage(formatLocale: string): Locale {
  return formatLocale.startsWith("es") ? "es" : "en";
}

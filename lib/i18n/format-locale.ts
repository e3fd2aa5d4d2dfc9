import type { Locale } from "./locales.ts";
import { formatLocales } from "./locales.ts";

/**
 * For next-intl, which formats in the locale that it is given, and then returns it from `getLocale`. The cast is
 * because next-intl has one type for this locale and for those of the addresses.
 */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

/** The other way round. */
export function toLanguage(formatLocale: string): Locale {
  return formatLocale.startsWith("es") ? "es" : "en";
}

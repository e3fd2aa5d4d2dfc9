import { formatLocales, type Locale, locales } from "./locales.ts";

/**
 * Returns the locale in which next-intl formats numbers and dates. `getLocale` then returns it, too. The cast is needed
 * because next-intl has one type for this locale and the locales in URLs.
 */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

/** Converts a format locale back to the language, as the inverse of `toFormatLocale`. */
export function toLanguage(formatLocale: string): Locale {
  return locales.find((locale) => formatLocale.startsWith(locale)) ?? "en";
}

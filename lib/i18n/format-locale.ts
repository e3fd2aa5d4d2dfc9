import { formatLocales, type Locale, locales } from "./locales.ts";

/**
 * Returns the locale for next-intl, which formats in it and then returns it from `getLocale`. The cast is needed
 * because next-intl has one type for this locale and the locales in URLs.
 */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

/** Inverse of `toFormatLocale`. */
export function toLanguage(formatLocale: string): Locale {
  return locales.find((locale) => formatLocale.startsWith(locale)) ?? "en";
}

import { formatLocales, type Locale, locales } from "./locales.ts";

/** `getLocale` then returns it, too. The cast is needed: next-intl has one type for it and the locales in URLs. */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

export function toLanguage(formatLocale: string): Locale {
  return locales.find((locale) => formatLocale.startsWith(locale)) ?? "en";
}

/** Routes, checks and types are derived from this list. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

/** Locales for numbers and dates as written in Mexico and Central America: plain "es" writes 4000 but 10.000. */
export const formatLocales = { en: "en", es: "es-MX" } as const satisfies Record<Locale, string>;

export const languageNames = { en: "English", es: "Español" } as const satisfies Record<Locale, string>;

export const openGraphLocales = { en: "en_US", es: "es_MX" } as const satisfies Record<Locale, string>;

export function mapLocales<Value>(build: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, build(locale)])) as Record<Locale, Value>;
}

/** The cast is needed, because next-intl has one type for the locales of formats and those of URLs. */
export function toFormatLocale(locale: Locale): Locale {
  return formatLocales[locale] as Locale;
}

export function toLanguage(formatLocale: string): Locale {
  return locales.find((locale) => formatLocale.startsWith(locale)) ?? "en";
}

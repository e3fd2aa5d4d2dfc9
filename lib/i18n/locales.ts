/** Languages of the service. Routes, checks and types derive from this list. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

/** Locales for numbers and dates as in Mexico and Central America: plain "es" writes 4000 but 10.000. */
export const formatLocales = { en: "en", es: "es-MX" } as const satisfies Record<Locale, string>;

/** The languages of the service, from which its routes, checks and types derive. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

/** For numbers and dates, as in Mexico and Central America: "es" alone writes 4000 and 10.000. */
export const formatLocales = { en: "en", es: "es-MX" } as const satisfies Record<Locale, string>;

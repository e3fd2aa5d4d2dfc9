import type { Locale } from "next-intl";

/** As in Mexico and Central America: "es" alone writes 1000 and 10.000. */
const formats: Record<Locale, Intl.NumberFormat> = {
  en: new Intl.NumberFormat("en"),
  es: new Intl.NumberFormat("es-MX"),
};

export function formatNumber(number: number, locale: Locale): string {
  return formats[locale].format(number);
}

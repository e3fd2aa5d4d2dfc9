import type { Locale } from "./locales.ts";
import { formatLocales } from "./locales.ts";

/** Cached by zone: creating a format costs more than using it, and desk pages show hundreds of times. */
const spanishNames = new Map([
  // More common than Intl's "hora de Ciudad de México".
  ["America/Mexico_City", "hora del centro de México"],
]);

/**
 * "Mexico City time", "hora de Nueva York". Intl names cities in Spanish only; English takes the city from the zone's
 * name.
 */
export function formatTimeZone(timeZone: string, locale: Locale): string {
  if (timeZone === "UTC") return timeZone;
  if (locale === "en") return `${timeZone.replace(/^.*\//, "").replaceAll("_", " ")} time`;
  const known = spanishNames.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat(formatLocales.es, { timeZone, timeZoneName: "shortGeneric" });
  const name = format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  spanishNames.set(timeZone, name);
  return name;
}

/** "Monday, November 23 at 7:19 PM (Mexico City time)", "lunes 23 de noviembre a las 19:19 (hora del …)". */
export function formatTimeInWords(at: Date, locale: Locale, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocales[locale], { timeZone, ...options }).format(at);
  const [weekday, day] = [part({ weekday: "long" }), part({ day: "numeric", month: "long" })];
  const time = part({ hour: "numeric", minute: "2-digit", hourCycle: locale === "es" ? "h23" : "h12" });
  const zone = formatTimeZone(timeZone, locale);
  return locale === "es"
    ? `${weekday} ${day} ${/^1:|^01:/.test(time) ? "a la" : "a las"} ${time} (${zone})`
    : `${weekday}, ${day} at ${time} (${zone})`;
}

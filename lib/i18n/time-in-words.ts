import en from "#messages/en/time.json";
import es from "#messages/es/time.json";
import { createText } from "./create-text.ts";
import { getOrCreate } from "./get-or-create.ts";
import { formatLocales, type Locale } from "./locales.ts";

export const timeText = createText({ en, es });

/** Cached: each takes tens of microseconds to create. Limited: visitors choose the zone, and each takes kilobytes. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const dateFormatsMax = 200;

export function getDateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  if (dateFormats.size >= dateFormatsMax) dateFormats.clear();
  const create = () => new Intl.DateTimeFormat(formatLocales[locale], options);
  return getOrCreate(dateFormats, locale + JSON.stringify(options), create);
}

/** Cached zone names by language and zone. Creating a format is expensive, and desk pages show hundreds of times. */
const zoneNames = new Map<string, string>();

/** "Mexico City time" or "hora de Nueva York". Intl has city names only in Spanish; English uses the zone's ID. */
export function formatTimeZone(timeZone: string, locale: Locale): string {
  if (timeZone === "UTC") return timeZone;
  return getOrCreate(zoneNames, `${locale} ${timeZone.toLowerCase()}`, () => nameTimeZone(timeZone, locale));
}

function nameTimeZone(timeZone: string, locale: Locale): string {
  const t = timeText(locale);
  // This name is more common than Intl's "hora de Ciudad de México".
  if (timeZone === "America/Mexico_City") return t("mexicoCity");
  if (locale === "en") return t("zone", { city: timeZone.replace(/^.*\//, "").replaceAll("_", " ") });
  const format = new Intl.DateTimeFormat(formatLocales[locale], { timeZone, timeZoneName: "shortGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

export function formatLongDate(date: Date, locale: Locale, timeZone: string): string {
  return getDateFormat(locale, { dateStyle: "long", timeZone }).format(date);
}

/** Formats times as "7:19 PM" or "19:19". */
export function getClockFormat(locale: Locale, timeZone: string): Intl.DateTimeFormat {
  const hourCycle = locale === "en" ? "h12" : "h23";
  return getDateFormat(locale, { timeZone, hour: "numeric", minute: "2-digit", hourCycle });
}

/** "Monday, November 23 at 7:19 PM (Mexico City time)" or "lunes 23 de noviembre a las 19:19 (hora del …)". */
export function formatTimeInWords(at: Date, locale: Locale, timeZone: string): string {
  const time = getClockFormat(locale, timeZone).format(at);
  return timeText(locale)(Number.parseInt(time, 10) === 1 ? "atOne" : "at", {
    weekday: getDateFormat(locale, { timeZone, weekday: "long" }).format(at),
    day: getDateFormat(locale, { timeZone, day: "numeric", month: "long" }).format(at),
    time,
    zone: formatTimeZone(timeZone, locale),
  });
}

/** "November 23, 2026 at 7:19 PM (Mexico City time)" or "23 de noviembre de 2026, 19:19 (hora del …)". */
export function formatExactTime(at: Date, locale: Locale, timeZone: string): string {
  return timeText(locale)("exact", {
    date: formatLongDate(at, locale, timeZone),
    time: getClockFormat(locale, timeZone).format(at),
    zone: formatTimeZone(timeZone, locale),
  });
}

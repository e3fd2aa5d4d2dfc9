import { formatLocales, type Locale } from "./locale.ts";
import { deskTimeZone } from "./time-zone.ts";

const zoneNames: Record<Locale, string> = { en: "Mexico City time", es: "hora del centro de México" };

/** "Monday, November 23 at 7:19 PM (Mexico City time)", "lunes 23 de noviembre a las 19:19 (hora del …)". */
export function formatTimeInWords(at: Date, locale: Locale): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(formatLocales[locale], { timeZone: deskTimeZone, ...options }).format(at);
  const [weekday, day] = [part({ weekday: "long" }), part({ day: "numeric", month: "long" })];
  const time = part({ hour: "numeric", minute: "2-digit", hourCycle: locale === "es" ? "h23" : "h12" });
  const zone = zoneNames[locale];
  return locale === "es"
    ? `${weekday} ${day} ${/^1:|^01:/.test(time) ? "a la" : "a las"} ${time} (${zone})`
    : `${weekday}, ${day} at ${time} (${zone})`;
}

import { deskTimeZone } from "../desk/time-zone.ts";
import type { Locale } from "../locale.ts";

const dates: Record<Locale, Intl.DateTimeFormat> = { en: dateIn("en-US"), es: dateIn("es-MX") };
const hours = new Intl.DateTimeFormat("en-GB", { timeZone: deskTimeZone, hour: "2-digit", minute: "2-digit" });
const places: Record<Locale, string> = { en: "Mexico City", es: "Ciudad de México" };

/** A day and time by the desk's clock, in words. */
export function deskTime(time: Date, language: Locale): string {
  return `${dates[language].format(time)}, ${hours.format(time)} (${places[language]})`;
}

function dateIn(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone: deskTimeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  });
}

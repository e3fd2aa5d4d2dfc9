import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import type { Locale } from "#lib/domain/locale.ts";
import { deskTimeZone } from "#lib/domain/time-zone.ts";
import en from "#messages/en.json";
import es from "#messages/es.json";
import { toFormatLocale } from "./format-locale.ts";
import { routing } from "./routing.ts";

/** A key that is missing in Spanish does not compile. */
const messages: Record<(typeof routing.locales)[number], typeof en> = { en, es };

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  // Visitors live from Mexico to Panama; one time zone lets pages be static.
  return { locale: toFormatLocale(locale), messages: messages[locale], timeZone: deskTimeZone };
});

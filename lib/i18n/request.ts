import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import en from "#messages/en.json";
import es from "#messages/es.json";
import { routing } from "./routing.ts";

/** Typed by the English file: a key that is missing in Spanish does not compile. */
const messages: Record<(typeof routing.locales)[number], typeof en> = { en, es };

/** Campaigns run from Mexico to Panama; one clock for all keeps static and rendered pages alike. */
const timeZone = "America/Mexico_City";

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  return { locale, messages: messages[locale], timeZone };
});

import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import type { Locale } from "#lib/domain/locale.ts";
import { toFormatLocale } from "#lib/i18n/locales.ts";
import { routing } from "#lib/i18n/paths.ts";
import { type SiteMessages, siteMessages } from "#lib/i18n/texts.ts";
import { getSiteSettings } from "#lib/server/site.ts";
import { findPreviewLanguage, getDeskLanguage } from "./admin/session.ts";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: SiteMessages;
  }
}

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested)
    ? requested
    : ((await findPreviewLanguage()) ?? (await getDeskLanguage()));
  // All visitors get the same time zone, so that pages can be cached.
  return { locale: toFormatLocale(locale), messages: siteMessages[locale], timeZone: getSiteSettings().timeZone };
});

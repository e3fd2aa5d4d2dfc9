import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import type { Locale } from "#lib/domain/locale.ts";
import { toFormatLocale } from "#lib/i18n/format-locale.ts";
import { routing } from "#lib/i18n/routing.ts";
import { site } from "#lib/server/site.ts";
import questionsEn from "#messages/en/questions.json";
import en from "#messages/en/site.json";
import questionsEs from "#messages/es/questions.json";
import es from "#messages/es/site.json";
import { findPreviewLanguage, getDeskLanguage } from "./admin/session.ts";

const english = { ...en, questions: questionsEn };

/** The type makes a missing Spanish key a compile error. */
const messages: Record<(typeof routing.locales)[number], typeof english> = {
  en: english,
  es: { ...es, questions: questionsEs },
};

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof english;
  }
}

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested)
    ? requested
    : ((await findPreviewLanguage()) ?? (await getDeskLanguage()));
  // One time zone for all visitors, so that pages can be cached.
  return { locale: toFormatLocale(locale), messages: messages[locale], timeZone: site().timeZone };
});

import { createTranslator } from "use-intl/core";
import { type Locale, locales, toFormatLocale } from "./locales.ts";

export function createText<Messages extends Record<string, unknown>>(messages: Record<Locale, Messages>) {
  const create = (locale: Locale) =>
    createTranslator<Messages>({ locale: toFormatLocale(locale), messages: messages[locale] as never });
  const texts = Object.fromEntries(locales.map((locale) => [locale, create(locale)]));
  return (locale: Locale) => texts[locale] as ReturnType<typeof create>;
}

import en from "#messages/en/error.json";
import es from "#messages/es/error.json";
import type { Locale } from "./locales.ts";

/** Texts of the error pages. They do not use next-intl, because its provider may be what failed. */
export const errorTexts: Record<Locale, typeof en> = { en, es };

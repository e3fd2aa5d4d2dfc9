import en from "#messages/en/error.json";
import es from "#messages/es/error.json";
import type { Locale } from "./locales.ts";

/** Without next-intl, whose provider may be what failed. */
export const errorTexts: Record<Locale, typeof en> = { en, es };

import en from "#messages/en/error.json";
import es from "#messages/es/error.json";
import type { Locale } from "./locales.ts";

/** Does not use next-intl, because its provider may be what failed. */
export const errorTexts: Record<Locale, typeof en> = { en, es };

import type { Locale } from "#lib/domain/locale.ts";
import en from "#messages/en/error.json";
import es from "#messages/es/error.json";

/** Without next-intl, whose provider may be what failed. */
export const errorTexts: Record<Locale, typeof en> = { en, es };

import { type Locale, locales } from "../../lib/i18n/locales.ts";

/** `npm test -- nightly` sets NIGHTLY, to run tests marked @nightly as well, and others in full size. */
export const isNightly = process.env.NIGHTLY === "1";

/** Marks a test that is too slow for every change. */
export const nightly = { tag: "@nightly" };

/** Languages in which to test a page with the same code in both: only `byDay` by day, and both at night. */
export const inOneLanguage = (byDay: Locale): readonly Locale[] => (isNightly ? locales : [byDay]);

/** Cases of one kind, in which the first proves the kind: only that one by day, and all at night. */
export const firstByDay = <T>(cases: readonly T[]): readonly T[] => (isNightly ? cases : cases.slice(0, 1));

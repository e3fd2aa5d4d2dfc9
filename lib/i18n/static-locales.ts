import { locales } from "#lib/domain/locale.ts";

/** For a page that is made at build, once in each language. */
export function staticLocales() {
  return locales.map((locale) => ({ locale }));
}

import { locales } from "../../../i18n/locales.ts";
import type { Locale } from "../../locale.ts";

/** Short words that exist in only one of the two languages. */
const shortWords: Record<Locale, Set<string>> = {
  en: new Set("the of and is are was to in with for by or that this from it its when which".split(" ")),
  es: new Set("el la los las de del que y en un una por con para se es su al o cuando".split(" ")),
};

const wordsMin = 3;
const textsMax = 400;

/** Guesses the language from short words; returns null if they do not decide. */
export function findLanguage(texts: readonly string[]): Locale | null {
  const words = texts.slice(0, textsMax).flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const counted = locales.map((locale) => ({
    locale,
    count: words.filter((word) => shortWords[locale].has(word)).length,
  }));
  const [first, second] = counted.toSorted((a, b) => b.count - a.count);
  if (!first || !second || first.count < wordsMin || first.count < 3 * second.count) return null;
  return first.locale;
}

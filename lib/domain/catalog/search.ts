import type { Locale } from "../locale.ts";
import { fold } from "../spelling.ts";
import type { CatalogDraft } from "./schema.ts";

/** Splits a search into distinct folded words, longest first. */
export function toSearchWords(query: string): string[] {
  return sortByLength([...new Set(fold(query).split(/\s+/).filter(Boolean))]);
}

/** The longest words come first, because they narrow a search most. */
export function sortByLength(words: readonly string[]): string[] {
  return words.toSorted((a, b) => b.length - a.length);
}

export function toLikePatterns(words: readonly string[]): string[] {
  return words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

export function toSortTitle(entry: CatalogDraft): string {
  return fold(entry.titleEn);
}

export function toSearchTitle(entry: CatalogDraft): string {
  return fold(`${entry.titleEn}\n${entry.titleEs}`);
}

export const matchPlaces = ["title", "description", "useCases", "services", "operations", "endpoints", "slug"] as const;
export type MatchPlace = (typeof matchPlaces)[number];

export function listSearchTexts(entry: CatalogDraft): { place: MatchPlace; locale: Locale | null; text: string }[] {
  const toPlacedTexts = (place: MatchPlace, locale: Locale | null, ...texts: string[]) =>
    texts.map((text) => ({ place, locale, text }));
  return [
    ...toPlacedTexts("title", "en", entry.titleEn),
    ...toPlacedTexts("title", "es", entry.titleEs),
    ...toPlacedTexts("description", "en", entry.descriptionEn),
    ...toPlacedTexts("description", "es", entry.descriptionEs),
    ...toPlacedTexts("useCases", "en", ...entry.useCasesEn),
    ...toPlacedTexts("useCases", "es", ...entry.useCasesEs),
    ...entry.services.flatMap((service) => [
      ...toPlacedTexts("services", "en", service.titleEn, service.descriptionEn),
      ...toPlacedTexts("services", "es", service.titleEs, service.descriptionEs),
      ...toPlacedTexts("operations", null, ...service.operations),
    ]),
    ...toPlacedTexts("endpoints", null, ...entry.endpoints),
    ...toPlacedTexts("slug", null, entry.slug),
  ];
}

/** Joins an entry's folded texts, each on its own line, so that no search word matches across two texts. */
export function toSearchText(entry: CatalogDraft): string {
  return fold(
    listSearchTexts(entry)
      .map(({ text }) => text)
      .join("\n"),
  );
}

export function listCharacterPairs(folded: string): string[] {
  const pairs = new Set<string>();
  for (const word of folded.split(/\s+/)) {
    const characters = [...word];
    for (let at = 1; at < characters.length; at++) pairs.add(`${characters[at - 1]}${characters[at]}`);
  }
  return [...pairs];
}

/** Maximum length of a search in characters. Longer searches are cut, because more words rarely find more. */
export const searchLengthMax = 120;

export type SearchQuery = { text: string; words: string[] };

/** Reads the search parameter. If it is repeated, the last value counts, as in the API. */
export function readSearchQuery(value: string | string[] | undefined): SearchQuery {
  const given = Array.isArray(value) ? (value.at(-1) ?? "") : (value ?? "");
  const clean = given
    .slice(0, searchLengthMax * 4)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, " ")
    .trim();
  const text = [...clean].slice(0, searchLengthMax).join("").trim();
  return { text, words: toSearchWords(text) };
}

export const entriesPerPage = 24;

/** Returns 1 for anything but a number from 1 to 9999. If the parameter is repeated, the first value counts. */
export function readPageNumber(value: string | string[] | undefined): number {
  const given = Array.isArray(value) ? (value[0] ?? "") : (value ?? "");
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1;
}

/** `number` starts at 1. `end` is the index of the entry after the page's last one. */
export function findListPage(number: number, entryCount: number) {
  const pageCount = Math.max(1, Math.ceil(entryCount / entriesPerPage));
  if (number > pageCount) return null;
  const start = (number - 1) * entriesPerPage;
  return { number, pageCount, start, end: Math.min(start + entriesPerPage, entryCount) };
}

export type ListPage = NonNullable<ReturnType<typeof findListPage>>;

/** Null stands for a gap of two or more pages. */
export function listPageNumbers({ number, pageCount }: ListPage): (number | null)[] {
  const shown = [1, number - 1, number, number + 1, pageCount].filter((each) => each >= 1 && each <= pageCount);
  return [...new Set(shown)].flatMap((each, at, all) => {
    const skipped = each - (all[at - 1] ?? 0) - 1;
    if (skipped === 0) return [each];
    return skipped === 1 ? [each - 1, each] : [null, each];
  });
}

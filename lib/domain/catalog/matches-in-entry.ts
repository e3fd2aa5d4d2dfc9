import type { Locale } from "../locale.ts";
import { excerptOf } from "./matches.ts";
import type { ApiCatalogEntry } from "./schema.ts";
import { fold } from "./search-text.ts";

/** The places that a search looks at, in reading order. */
export const matchPlaces = ["title", "description", "useCases", "services", "operations", "endpoints", "slug"] as const;
export type MatchPlace = (typeof matchPlaces)[number];

/** A text of an entry that holds some of the words; without language where it is the same in both. */
export type Match = { place: MatchPlace; locale: Locale | null; text: string; words: string[] };

export type FoundIn = {
  /** Places a reader of this page finds on it. */
  places: MatchPlace[];
  /** Places where words were found that occur in the other language alone. */
  otherPlaces: MatchPlace[];
  /** For each word that is not seen otherwise, a piece of text that holds it. */
  excerpts: Match[];
};

const excerptsMax = 3;

/** Every text of the entry that holds one of `words` (folded), as the search looks at it. */
export function matchesIn(entry: ApiCatalogEntry, words: readonly string[]): Match[] {
  return textsOf(entry).flatMap(([place, locale, text]) => {
    const folded = fold(text);
    const found = words.filter((word) => folded.includes(word));
    return found.length ? [{ place, locale, text, words: found }] : [];
  });
}

/** Where a search found the entry, told to a reader of `locale` who already sees the texts in `seen`. */
export function foundIn(
  entry: ApiCatalogEntry,
  words: readonly string[],
  locale: Locale,
  seen: readonly string[] = [],
): FoundIn {
  const matches = matchesIn(entry, words);
  const here = matches.filter((match) => match.locale === null || match.locale === locale);
  const foreign = words.filter((word) => !here.some((match) => match.words.includes(word)));
  const others = matches.filter((match) => !here.includes(match) && match.words.some((word) => foreign.includes(word)));
  const seenFolded = seen.map(fold);
  const unseen = words.filter((word) => !seenFolded.some((text) => text.includes(word)));
  return {
    places: withoutSlug(placesOf(here)),
    otherPlaces: placesOf(others),
    excerpts: excerpts([...here, ...others], unseen),
  };
}

function placesOf(matches: Match[]): MatchPlace[] {
  return matchPlaces.filter((place) => matches.some((match) => match.place === place));
}

/** The slug repeats the title; it is named where nothing else can be. */
function withoutSlug(places: MatchPlace[]): MatchPlace[] {
  return places.length > 1 ? places.filter((place) => place !== "slug") : places;
}

/** The fewest texts, taken greedily, that show the words. */
function excerpts(matches: Match[], words: string[]): Match[] {
  const chosen: Match[] = [];
  let left = words;
  while (left.length && chosen.length < excerptsMax) {
    const shown = (match: Match) => match.words.filter((word) => left.includes(word)).length;
    const best = matches.toSorted((a, b) => shown(b) - shown(a)).at(0);
    if (!best || !shown(best)) break;
    chosen.push({ ...best, text: excerptOf(best.text, left) });
    left = left.filter((word) => !best.words.includes(word));
  }
  return chosen;
}

function textsOf(entry: ApiCatalogEntry): [MatchPlace, Locale | null, string][] {
  const each = (place: MatchPlace, locale: Locale | null, texts: string[]) =>
    texts.map((text): [MatchPlace, Locale | null, string] => [place, locale, text]);
  const { services } = entry;
  return [
    ["title", "en", entry.titleEn],
    ["title", "es", entry.titleEs],
    ["description", "en", entry.descriptionEn],
    ["description", "es", entry.descriptionEs],
    ...each("useCases", "en", entry.useCasesEn),
    ...each("useCases", "es", entry.useCasesEs),
    ...services.flatMap((service) => [
      ...each("services", "en", [service.titleEn, service.descriptionEn]),
      ...each("services", "es", [service.titleEs, service.descriptionEs]),
      ...each("operations", null, service.operations),
    ]),
    ...each("endpoints", null, entry.endpoints),
    ["slug", null, entry.slug],
  ];
}

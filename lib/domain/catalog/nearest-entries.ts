import { fold } from "../fold.ts";
import type { CatalogDraft } from "./schema.ts";
import { findSimilarWords } from "./search.ts";

type Named = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;

const wordsMax = 6;
/** Shorter words are ignored, because words such as “and” or “de” are in many names. */
const wordLengthMin = 4;

export function findNearestEntries<Entry extends Named>(slug: string, entries: readonly Entry[], max = 3): Entry[] {
  const names = listNames(entries);
  const words = [...new Set([fold(slug), ...splitName(slug).split(" ")])]
    .filter((word) => word.length >= wordLengthMin)
    .slice(0, wordsMax);
  const alike = words.flatMap((word) => [word, ...findSimilarWords(word, names)]);
  return entries
    .map((entry, at) => ({ entry, count: alike.filter((word) => names[at]?.split(" ").includes(word)).length }))
    .filter(({ count }) => count)
    .sort((a, b) => b.count - a.count)
    .slice(0, max)
    .map(({ entry }) => entry);
}

/** Caches names per list, because the catalog returns the same array until it changes. */
const namesByList = new WeakMap<readonly Named[], string[]>();

function listNames(entries: readonly Named[]): string[] {
  const known = namesByList.get(entries);
  if (known) return known;
  const names = entries.map(
    ({ slug, titleEn, titleEs }) => `${slug} ${splitName(slug)} ${fold(titleEn)} ${fold(titleEs)}`,
  );
  namesByList.set(entries, names);
  return names;
}

function splitName(slug: string): string {
  return fold(slug)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

import type { CatalogDraft } from "./schema.ts";
import { findSimilarWords, fold } from "./search.ts";

type Named = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;

const wordsMax = 6;
const wordLengthMin = 3;

/** For a slug that nothing has: the entries whose names share a word with it or are spelled like it, best first. */
export function findNearestEntries<Entry extends Named>(slug: string, entries: readonly Entry[], max = 3): Entry[] {
  const names = entries.map(
    ({ slug: own, titleEn, titleEs }) => `${own} ${splitName(own)} ${fold(titleEn)} ${fold(titleEs)}`,
  );
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

function splitName(slug: string): string {
  return fold(slug)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

import { fold } from "../fold.ts";
import type { CatalogDraft } from "./schema.ts";
import { collectVocabulary, findNearWords, splitFolded, type Vocabulary } from "./vocabulary.ts";

type Named = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;
type Names = { words: string[][]; vocabulary: Vocabulary };

const wordsMax = 6;
/** Shorter words are ignored, because words such as “and” or “de” are in many names. */
const wordLengthMin = 4;

export function findNearestEntries<Entry extends Named>(slug: string, entries: readonly Entry[], max = 3): Entry[] {
  const { words: names, vocabulary } = getNames(entries);
  const words = listNameWords(slug)
    .filter((word) => word.length >= wordLengthMin)
    .slice(0, wordsMax);
  const alike = words.flatMap((word) => [...new Set([word, ...findNearWords(word, vocabulary.spellings)])]);
  return entries
    .map((entry, at) => ({ entry, count: alike.filter((word) => names[at]?.includes(word)).length }))
    .filter(({ count }) => count)
    .sort((a, b) => b.count - a.count)
    .slice(0, max)
    .map(({ entry }) => entry);
}

/** Cached per list, because the catalog returns the same array until it changes. */
const namesByList = new WeakMap<readonly Named[], Names>();

function getNames(entries: readonly Named[]): Names {
  const known = namesByList.get(entries);
  if (known) return known;
  const words = entries.map(({ slug, titleEn, titleEs }) => [slug, titleEn, titleEs].flatMap(listNameWords));
  const names = { words, vocabulary: collectVocabulary(words.map((each) => each.join(" "))) };
  namesByList.set(entries, names);
  return names;
}

/** The words of a name, after all of them as one word. */
function listNameWords(name: string): string[] {
  const words = splitFolded(fold(name));
  return [...new Set([words.join(""), ...words])];
}

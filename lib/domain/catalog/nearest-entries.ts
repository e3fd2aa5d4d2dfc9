import { getOrCreate } from "../../i18n/get-or-create.ts";
import { fold } from "../spelling.ts";
import type { CatalogDraft } from "./schema.ts";
import { collectVocabulary, findNearWords, splitFolded, type Vocabulary } from "./vocabulary.ts";

export type EntryTitle = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;
type Names = { words: string[][]; vocabulary: Vocabulary };

const nearestMax = 3;
const wordsMax = 6;
/** Shorter words are ignored, because words such as “and” or “de” are in many names. */
const wordLengthMin = 4;

export function findNearestEntries<Entry extends EntryTitle>(slug: string, entries: readonly Entry[]): Entry[] {
  const { words: names, vocabulary } = getOrCreate(namesByList, entries, () => collectNames(entries));
  const words = listNameWords(slug)
    .filter((word) => word.length >= wordLengthMin)
    .slice(0, wordsMax);
  const alike = words.flatMap((word) => [...new Set([word, ...findNearWords(word, vocabulary.spellings)])]);
  return entries
    .map((entry, at) => ({ entry, count: alike.filter((word) => names[at]?.includes(word)).length }))
    .filter(({ count }) => count)
    .sort((a, b) => b.count - a.count)
    .slice(0, nearestMax)
    .map(({ entry }) => entry);
}

/** Cached per list, because the catalog returns the same array until it changes. */
const namesByList = new WeakMap<readonly EntryTitle[], Names>();

function collectNames(entries: readonly EntryTitle[]): Names {
  const words = entries.map(({ slug, titleEn, titleEs }) => [slug, titleEn, titleEs].flatMap(listNameWords));
  return { words, vocabulary: collectVocabulary(words.map((each) => each.join(" "))) };
}

/** Lists a name's words, and first all of them as one word, for names typed without separators. */
function listNameWords(name: string): string[] {
  const words = splitFolded(fold(name));
  return [...new Set([words.join(""), ...words])];
}

const stemLength = 5;
/** Minimum number of words that an entry and the text share. A single shared word may be chance. */
const sharedWordsMin = 2;

/** Sorted by relevance. Compares five letters, so that "promotions" finds "promociones". Rare words count more. */
export function findRelated<Entry extends CatalogDraft>(text: string, entries: readonly Entry[], max: number): Entry[] {
  const wanted = listStems(text);
  const entryStems = entries.map((entry) => listStems(toText(entry)));
  const weights = [...wanted].map((stem) => {
    const entryCount = entryStems.filter((stems) => stems.has(stem)).length;
    return { stem, weight: entryCount ? Math.log(entries.length / entryCount) : 0 };
  });
  const telling = weights.filter(({ weight }) => weight > 0);
  const rated = entries.map((entry, at) => {
    const shared = telling.filter(({ stem }) => entryStems[at]?.has(stem));
    return { entry, count: shared.length, weight: shared.reduce((sum, { weight }) => sum + weight, 0) };
  });
  const fitting = rated.filter(({ count }) => count >= sharedWordsMin).sort((a, b) => b.weight - a.weight);
  return fitting.slice(0, max).map(({ entry }) => entry);
}

function listStems(text: string): Set<string> {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= stemLength).map((word) => word.slice(0, stemLength)));
}

function toText({ titleEn, titleEs, descriptionEn, descriptionEs, useCasesEn, useCasesEs }: CatalogDraft): string {
  return [titleEn, titleEs, descriptionEn, descriptionEs, ...useCasesEn, ...useCasesEs].join("\n");
}

import { getOrCreate } from "../../i18n/get-or-create.ts";
import { fold } from "../spelling.ts";
import type { CatalogDraft } from "./schema.ts";
import { listSearchTexts, type MatchPlace, toSearchText, toSearchTitle } from "./search.ts";
import { toStem } from "./search-words.ts";
import {
  collectVocabulary,
  expandWord,
  findNearWords,
  listValuesByStem,
  splitFoldedText,
  splitSignificantWords,
  sum,
  toWordIndex,
  type Vocabulary,
  type WantedWord,
  type WordIndex,
} from "./vocabulary.ts";

const placeWeights: Record<MatchPlace, number> = {
  title: 3,
  slug: 3,
  useCases: 1.5,
  services: 1.5,
  description: 1.5,
  operations: 1,
  endpoints: 1,
};

/** Cached by entry, because the catalog returns the same object until the entry changes. */
const indexes = new WeakMap<CatalogDraft, WordIndex>();

function createWordIndex(entry: CatalogDraft): WordIndex {
  const weights = new Map<string, number>();
  for (const { place, text } of listSearchTexts(entry)) {
    for (const word of splitFoldedText(fold(text))) {
      const best = Math.max(weights.get(word) ?? 0, placeWeights[place]);
      weights.set(word, best < placeWeights.title ? Math.min(best + repeat.weight, repeat.max) : best);
    }
  }
  return toWordIndex(weights);
}

/** Repetition counts little, so that a long text does not outweigh a title. */
const repeat = { weight: 0.1, max: 2.5 };

type RankedEntry<Entry> = {
  entry: Entry;
  score: number;
  /** Share of the search words that the entry has. Can be above 1, because words in titles count more. */
  coverage: number;
  /** Words of the search that the entry lacks. */
  missing: string[];
};

/** Words in a title weigh more, because the title says what the entry is about. */
function getPlaceFactor(place: number): number {
  if (!place) return 0;
  return place >= placeWeights.title ? 1.75 : 1;
}

/** Sorts entries by score, best first. Entries with the same score keep their order. */
export function rankEntries<Entry extends CatalogDraft>(
  entries: readonly Entry[],
  wanted: readonly Pick<WantedWord, "word" | "weight" | "forms">[],
): RankedEntry<Entry>[] {
  const total = sum(wanted.map(({ weight }) => weight)) || 1;
  const ranked = entries.map((entry) => {
    const index = getOrCreate(indexes, entry, () => createWordIndex(entry));
    const found = wanted.map(({ word, weight, forms }) => {
      const hits = forms.map((form) => ({ ...form, place: Math.max(0, ...listValuesByStem(index, form.stem)) }));
      const score = Math.max(0, ...hits.map((hit) => hit.weight * hit.place));
      const share = Math.max(0, ...hits.map((hit) => hit.weight * getPlaceFactor(hit.place)));
      return { word, score: weight * score, coverage: weight * share };
    });
    return {
      entry,
      score: sum(found.map(({ score }) => score)),
      coverage: sum(found.map(({ coverage }) => coverage)) / total,
      missing: found.filter(({ coverage }) => !coverage).map(({ word }) => word),
    };
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** Sorts entries that have every word: first those with all words in their titles, then the others, by rank. */
export function rankExactMatches<Entry extends CatalogDraft>(
  entries: readonly Entry[],
  words: readonly string[],
): Entry[] {
  if (!words.length || entries.length > rankedMax) return [...entries];
  const wanted = words.map((word) => ({ word, weight: 1, forms: [{ stem: toStem(word), weight: 1 }] }));
  const ranked = rankEntries(entries, wanted);
  const isInTitles = (entry: Entry) => words.every((word) => toSearchTitle(entry).includes(word));
  const { true: first = [], false: rest = [] } = Object.groupBy(ranked, ({ entry }) => `${isInTitles(entry)}`);
  return [...first, ...rest].map(({ entry }) => entry);
}

/** Maximum number of entries to rank. More entries stay sorted by title, because ranking takes time. */
const rankedMax = 100;

/** Returns the words as the entry has them, such as `receipt` for "recipts", to be marked in its texts. */
export function listMarkedWords(entry: CatalogDraft, words: readonly string[]): string[] {
  const text = toSearchText(entry);
  const vocabulary = collectVocabulary([text], 1);
  const marked = words.flatMap((word) =>
    text.includes(word) ? word : expandWord(word, vocabulary).forms.map(({ stem }) => stem),
  );
  return [...new Set(marked)];
}

/** Returns the entries that come near the search, or only those with every word if the best one has every word. */
export function selectNearEntries<Entry extends CatalogDraft>(
  ranked: readonly RankedEntry<Entry>[],
  wordCount: number,
): RankedEntry<Entry>[] {
  const whole = ranked[0]?.missing.length ? [] : ranked.filter(({ missing }) => !missing.length);
  const near = ranked.filter(({ coverage, missing }) => coverage >= getCoverageMin(wordCount - missing.length));
  const found = whole.length ? whole : near;
  const scoreMin = (found[0]?.score ?? 0) * nearest.scoreShare;
  return found.filter(({ score }) => score >= scoreMin).slice(0, nearest.max);
}

const nearest = { max: 20, scoreShare: 0.5 };

/** Share of the search that an entry must have: less if it has many words, which are unlikely to be there by chance. */
function getCoverageMin(foundCount: number): number {
  return Math.min(0.4, Math.max(0.2, 0.6 - 0.1 * foundCount));
}

/** Result of a search when no entry has all of its words. */
export type NearSearch = ReturnType<typeof describeNearSearch>;

export function describeNearSearch(wanted: WantedWord[], [best]: readonly RankedEntry<unknown>[]) {
  const isFound = ({ word, meant }: WantedWord) => meant !== null && !best?.missing.includes(word);
  const found = wanted.filter(isFound);
  return {
    /** The words that entries have, with their spelling corrected, in the order of the search. */
    meant: found.map(({ meant, word }) => meant ?? word),
    /** Words that the best entry lacks or, if none is near, that no entry has. */
    leftOut: wanted.filter((each) => !isFound(each)).map(({ word }) => word),
    hasCorrection: found.some(({ meant, word }) => meant !== word),
  };
}

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
  const words = splitFoldedText(fold(name));
  return [...new Set([words.join(""), ...words])];
}

const stemLength = 5;
/** Minimum number of words that an entry and the text share. A single shared word may be chance. */
const sharedWordsMin = 2;

/** Most relevant first; rare words count more. Compares only five letters, so that "promotions" finds "promociones". */
export function findRelatedEntries<Entry extends CatalogDraft>(
  text: string,
  entries: readonly Entry[],
  max: number,
): Entry[] {
  const wanted = listStems(text);
  const entryStems = entries.map((entry) => listStems(joinTexts(entry)));
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
  const words = splitSignificantWords([fold(text)]).filter((word) => word.length >= stemLength);
  return new Set(words.map((word) => word.slice(0, stemLength)));
}

function joinTexts({ titleEn, titleEs, descriptionEn, descriptionEs, useCasesEn, useCasesEs }: CatalogDraft): string {
  return [titleEn, titleEs, descriptionEn, descriptionEs, ...useCasesEn, ...useCasesEs].join("\n");
}

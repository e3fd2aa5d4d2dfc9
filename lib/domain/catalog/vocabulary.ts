import { getEditDistance } from "../edit-distance.ts";
import { isStopWord, listSynonyms, toStem } from "./search-words.ts";

/** Words in order, each with a number: for a catalog the entries that have it, for an entry the weight of its place. */
export type WordIndex = { words: string[]; stems: string[]; values: number[] };

export type Vocabulary = WordIndex & {
  masks: number[];
  /** Number of entries that were read. */
  sampleSize: number;
  /** Number of entries in the catalog. */
  entryCount: number;
};

export function splitFolded(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function toWordIndex(values: ReadonlyMap<string, number>): WordIndex {
  const words = [...values.keys()].sort();
  return { words, stems: words.map(toStem), values: words.map((word) => values.get(word) ?? 0) };
}

/** @param texts the folded texts of entries */
export function collectVocabulary(texts: readonly string[], entryCount: number): Vocabulary {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(splitFolded(text))) if (!isStopWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const index = toWordIndex(counts);
  return { ...index, masks: index.words.map(toLetterMask), sampleSize: texts.length, entryCount };
}

/** A longer stem may have endings that toStem does not know. */
const openEnding = { stemMin: 5, max: 4 };

/** Returns the values of the words that have the stem. */
export function listValues({ words, stems, values }: WordIndex, stem: string): number[] {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle] ?? "") < stem) from = middle + 1;
    else to = middle;
  }
  const found: number[] = [];
  for (let at = from, word = words[at]; word?.startsWith(stem); word = words[++at]) {
    const isOpen = stem.length >= openEnding.stemMin && word.length - stem.length <= openEnding.max;
    if (isOpen || stems[at] === stem) found.push(values[at] ?? 0);
  }
  return found;
}

/** A word of a search as entries may have it. */
export type Form = { stem: string; weight: number };
export type WantedWord = {
  word: string;
  /** The word with its spelling corrected. Null if the catalog has no word near it. */
  meant: string | null;
  forms: Form[];
  /** Estimated number of entries that have a form. */
  entryCount: number;
  /** Higher for words that few entries have. */
  weight: number;
};

const formWeights = { synonym: 0.75, near: 0.75 };

export function expandWord(word: string, vocabulary: Vocabulary): WantedWord {
  const count = (stem: string) => Math.min(vocabulary.sampleSize, sum(listValues(vocabulary, stem)));
  const isKnown = (stem: string) => listValues(vocabulary, stem).length > 0;
  const toForms = (stems: string[], weight: number) => stems.filter(isKnown).map((stem) => ({ stem, weight }));
  const own = toForms([toStem(word)], 1);
  const known = [...own, ...toForms(listSynonyms(word), formWeights.synonym)];
  const near = known.length ? [] : findNearWords(word, vocabulary);
  const forms = [...known, ...toForms(near.map(toStem), formWeights.near)];
  // Synonyms do not make a word more common than it is.
  const entries = Math.max(0, ...(own.length ? own : forms).map(({ stem }) => count(stem)));
  return {
    word,
    meant: known.length ? word : (near[0] ?? null),
    forms,
    entryCount:
      (sum(forms.map(({ stem }) => count(stem))) * vocabulary.entryCount) / Math.max(1, vocabulary.sampleSize),
    weight: Math.log(1 + vocabulary.sampleSize / (entries + 0.5)),
  };
}

const nearMax = 3;
const nearLength = { min: 4, long: 8, max: 40 };

/** Allows one typing error in a short word, two in a long one. Few people mistype the first letter of a short word. */
export function findNearWords(word: string, { words, values, masks }: Vocabulary): string[] {
  const isLong = word.length >= nearLength.long;
  const slipsMax = isLong ? 2 : 1;
  if (word.length < nearLength.min || word.length > nearLength.max || !/^\p{L}+$/u.test(word)) return [];
  const singular = toSingular(word);
  const mask = toLetterMask(word);
  const found: { known: string; slips: number; lengthGap: number; count: number }[] = [];
  for (const [at, known] of words.entries()) {
    if (known.length < nearLength.min || Math.abs(known.length - word.length) > slipsMax + 1) continue;
    if (!isLong && known[0] !== word[0]) continue;
    if (countBits(mask ^ (masks[at] ?? 0)) > 2 * slipsMax + 1) continue;
    const slips = getEditDistance(singular, toSingular(known));
    if (slips <= slipsMax)
      found.push({ known, slips, lengthGap: Math.abs(known.length - word.length), count: values[at] ?? 0 });
  }
  return found
    .sort((a, b) => a.slips - b.slips || a.lengthGap - b.lengthGap || b.count - a.count)
    .slice(0, nearMax)
    .map(({ known }) => known);
}

function toSingular(word: string): string {
  return word.endsWith("s") && word.length > nearLength.min ? word.slice(0, -1) : word;
}

/** A bit for each letter of the word. One typing error changes at most two of them. */
function toLetterMask(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31);
  return mask;
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

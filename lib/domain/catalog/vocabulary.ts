import { getEditDistance } from "../spelling.ts";
import { listSynonyms, stopWords, synonymStems, toStem } from "./search-words.ts";

/** In word order. `values`: in a catalog, the number of entries with the word; in an entry, its place's weight. */
export type WordIndex = { words: string[]; values: number[] };

export type Vocabulary = ReturnType<typeof collectVocabulary>;

export function splitFoldedText(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Splits words at hyphens and other punctuation, like the words of the vocabulary, and leaves out stop words. */
export function splitSignificantWords(counted: readonly string[]): string[] {
  return [...new Set(counted.flatMap(splitFoldedText))].filter((word) => !stopWords.has(word));
}

export function toWordIndex(values: ReadonlyMap<string, number>): WordIndex {
  const words = [...values.keys()].sort();
  return { words, values: words.map((word) => values.get(word) ?? 0) };
}

/**
 * @param texts of entries, without case and accents (lib/domain/spelling)
 * @param entryCount number of entries in the catalog, if `texts` are only a sample of them
 */
export function collectVocabulary(texts: readonly string[], entryCount = texts.length) {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(splitFoldedText(text)))
      if (!stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const index = toWordIndex(counts);
  /** `sampleSize`: number of entries that were read. */
  return { ...index, spellings: toSpellings(index), sampleSize: texts.length, entryCount };
}

/** A stem of `stemMin` letters matches words with up to `max` more letters, even if toStem does not know the ending. */
const openEnding = { stemMin: 6, max: 4 };

/** Returns the values of the words that have the stem. */
export function listValuesByStem({ words, values }: WordIndex, stem: string): number[] {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle] ?? "") < stem) from = middle + 1;
    else to = middle;
  }
  const found: number[] = [];
  for (let at = from, word = words[at]; word?.startsWith(stem); word = words[++at]) {
    const isOpen = stem.length >= openEnding.stemMin && word.length - stem.length <= openEnding.max;
    if (isOpen || toStem(word) === stem) found.push(values[at] ?? 0);
  }
  return found;
}

export type WantedWord = ReturnType<typeof expandWord>;

const formWeights = { synonym: 0.75, near: 0.9, nearShort: 0.6 };
/** Minimum number of letters: a shorter word may resemble another one by chance. */
const reliableMin = 7;

export function expandWord(word: string, vocabulary: Vocabulary) {
  const count = (stem: string) => Math.min(vocabulary.sampleSize, sum(listValuesByStem(vocabulary, stem)));
  const isKnown = (stem: string) => listValuesByStem(vocabulary, stem).length > 0;
  const toForms = (stems: string[], weight: number) => stems.filter(isKnown).map((stem) => ({ stem, weight }));
  const own = toForms([toStem(word)], 1);
  const known = [...own, ...toForms(listSynonyms(word), formWeights.synonym)];
  const sound = toSound(word);
  // A synonym that sounds the same is nearer than an entry's word that does not: "resibo" is "recibo", not "recibe".
  const alike = synonymSpellings.find((each) => each.sound === sound)?.known;
  const near = known.length || alike ? [] : findNearWords(word, vocabulary.spellings);
  const others = known.length || near.length ? [] : alike ? [alike] : findNearWords(word, synonymSpellings).slice(0, 1);
  const nearStems = [...near, ...others, ...others.flatMap(listSynonyms)].map(toStem);
  const isReliable = sound === toSound(near[0] ?? others[0] ?? "") || sound.length >= reliableMin;
  const forms = [...known, ...toForms([...new Set(nearStems)], isReliable ? formWeights.near : formWeights.nearShort)];
  // Synonyms do not make a word more common than it is.
  const entries = Math.max(0, ...(own.length ? own : forms).map(({ stem }) => count(stem)));
  return {
    word,
    /** The word with its spelling corrected. Null if the catalog has no word near it. */
    meant: known.length ? word : forms.length ? (near[0] ?? others[0] ?? null) : null,
    /** Forms in which entries contain the word, such as its singular or a synonym. */
    forms,
    /** Estimated number of entries that have a form. */
    entryCount:
      (sum(forms.map(({ stem }) => count(stem))) * vocabulary.entryCount) / Math.max(1, vocabulary.sampleSize),
    /** Higher for words that few entries have. A number that none has, such as in “200 winners”, names no topic. */
    weight: !forms.length && /^\d+$/.test(word) ? 0 : Math.log(1 + vocabulary.sampleSize / (entries + 0.6)),
  };
}

const nearMax = 3;
const nearLength = { min: 4, medium: 6, long: 8, max: 40 };

/** A word or stem with its approximate sound. `mask` has a bit per letter; a typing error changes at most two bits. */
type Spelling = { known: string; sound: string; mask: number; count: number; isStem: boolean };

function toSpelling(known: string, count: number, isStem: boolean): Spelling {
  const sound = toSound(known);
  return { known, sound, mask: toLetterBits(sound), count, isStem };
}

function toSpellings({ words, values }: WordIndex): Spelling[] {
  const known = new Set(words);
  const others = [...new Set(words.map(toStem))].filter((stem) => !known.has(stem));
  const all = [
    ...words.map((word, at) => toSpelling(word, values[at] ?? 0, false)),
    ...others.map((stem) => toSpelling(stem, 0, true)),
  ];
  return all.filter(({ known: { length } }) => length >= nearLength.min);
}

const synonymSpellings = synonymStems.flatMap((stem) => [false, true].map((isStem) => toSpelling(stem, 0, isStem)));

/** Allows one typing error in a short word, two in a long one. Few people mistype the first letter of a short word. */
export function findNearWords(word: string, spellings: readonly Spelling[]): string[] {
  if (word.length < nearLength.min || word.length > nearLength.max || !/^\p{L}+$/u.test(word)) return [];
  const own = [toSpelling(word, 0, false), toSpelling(toStem(word), 0, true)];
  // Most words differ in too many letters. This first look at all of them must be cheap.
  const likely = spellings.filter(({ mask, isStem }) => countBits(mask ^ (own[isStem ? 1 : 0]?.mask ?? 0)) <= 4);
  const found = likely.flatMap((spelling) => {
    const wanted = own[spelling.isStem ? 1 : 0] ?? own[0];
    const slips = wanted ? countTypingErrors(wanted, spelling) : null;
    return slips === null ? [] : [{ ...spelling, slips, lengthGap: Math.abs(spelling.known.length - word.length) }];
  });
  const slipsMin = Math.min(...found.map(({ slips }) => slips));
  const nearest = found.filter(({ slips }) => slips === slipsMin);
  // A word equally close to three others may mean any of them, or none.
  if (slipsMin && new Set(nearest.map(({ known }) => toStem(known))).size > 2) return [];
  return nearest
    .sort((a, b) => Number(a.isStem) - Number(b.isStem) || a.lengthGap - b.lengthGap || b.count - a.count)
    .slice(0, nearMax)
    .map(({ known }) => known);
}

function countTypingErrors(wanted: Spelling, { known, sound, mask, isStem }: Spelling): number | null {
  const isLong = wanted.sound.length >= nearLength.long && !isStem;
  const slipsMax = isLong ? 2 : 1;
  if (wanted.sound.length < nearLength.min || Math.abs(sound.length - wanted.sound.length) > slipsMax) return null;
  if (!isLong && sound[0] !== wanted.sound[0]) return null;
  if (countBits(mask ^ wanted.mask) > 2 * slipsMax) return null;
  const soundSlips = getEditDistance(wanted.sound, sound, slipsMax);
  // A missing letter can change more of the sound, such as "parallamente" for "paralelamente".
  const slips = soundSlips > slipsMax ? getEditDistance(wanted.known, known, slipsMax) : soundSlips;
  if (slips === 1 && wanted.sound.length < nearLength.medium && isReplacedByFarLetter(wanted.sound, sound)) return null;
  // In a short stem, a single typing error makes a different word.
  if (slips && Math.min(sound.length, wanted.sound.length) < (isStem ? nearLength.min + 1 : nearLength.min))
    return null;
  return slips <= slipsMax ? slips : null;
}

const keyRows = "qwertyuiop asdfghjkl zxcvbnm";

/** Returns whether a letter was replaced by one that is neither another vowel nor its neighbor on the keyboard. */
function isReplacedByFarLetter(typed: string, known: string): boolean {
  if (typed.length !== known.length) return false;
  const at = [...typed].findIndex((letter, index) => letter !== known[index]);
  const [one = "", other = ""] = [typed[at], known[at]];
  const isSwapped = typed[at + 1] === other && known[at + 1] === one;
  const isNear = /^[aeiou]{2}$/.test(one + other) || keyRows.includes(one + other) || keyRows.includes(other + one);
  return !isSwapped && !isNear;
}

/** Returns the same text for words that sound alike in Spanish, such as "embios" and "envíos". Drops a final s. */
function toSound(word: string): string {
  return word
    .replace(/s$/, "")
    .replaceAll("h", "")
    .replaceAll("v", "b")
    .replaceAll("mb", "nb")
    .replaceAll("ll", "y")
    .replaceAll(/z|c(?=[ei])/g, "s")
    .replaceAll(/g(?=[ei])/g, "j")
    .replaceAll(/qu?|ck|c/g, "k");
}

function toLetterBits(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at++) mask |= 1 << (word.charCodeAt(at) & 31);
  return mask;
}

function countBits(mask: number): number {
  const pairs = mask - ((mask >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

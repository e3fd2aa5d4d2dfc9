import { searchWords } from "./search-text.ts";

const vocabularyMax = 4_000;
const wordMin = 4;

/**
 * Words of `texts` that are spelled almost like `word` (folded): one slip in a short word, two in a long one, best
 * first, at most `max`. For a search that found nothing.
 */
export function similarWords(word: string, texts: Iterable<string>, max = 3): string[] {
  const slipsMax = word.length >= 7 ? 2 : 1;
  if (word.length < wordMin || word.length > 40) return [];
  const found = new Map<string, number>();
  for (const known of vocabularyOf(texts)) {
    if (Math.abs(known.length - word.length) > slipsMax) continue;
    const slips = distance(word, known);
    if (slips <= slipsMax && slips > 0) found.set(known, slips);
  }
  return [...found]
    .sort(([, a], [, b]) => a - b)
    .slice(0, max)
    .map(([known]) => known);
}

function vocabularyOf(texts: Iterable<string>): Set<string> {
  const vocabulary = new Set<string>();
  for (const text of texts) {
    for (const word of searchWords(text.slice(0, 500))) {
      const bare = word.replace(/^\P{L}+|\P{L}+$/gu, "");
      if (bare.length >= wordMin) vocabulary.add(bare);
    }
    if (vocabulary.size >= vocabularyMax) break;
  }
  return vocabulary;
}

/** Letters left out, added, changed or swapped with their neighbour between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = at(last, column - 1) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(before, column - 2) + 1 : changed;
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, changed, swapped));
    }
    before = last;
    last = next;
  }
  return at(last, b.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

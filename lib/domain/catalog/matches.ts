import { fold } from "./search-text.ts";

/** From `start` up to `end`, in UTF-16 units of the original text. */
export type TextRange = { start: number; end: number };
export type TextPart = { text: string; isMatch: boolean };

/** Enough for any text a person reads; what is repeated more often goes unmarked from there on. */
const rangesMax = 400;

/**
 * Where `words`, folded as by searchWords, occur in an original text: in order, without overlap, whole characters
 * with their accents. Of a character that folds to several (ﬁ, ½) all is in the range when a part of it matches.
 */
export function rangesOf(text: string, words: readonly string[]): TextRange[] {
  const folded = fold(text);
  if (!words.some((word) => word && folded.includes(word))) return [];
  const origins = originsOf(text, folded.length);
  if (!origins) return [];
  const found = words.flatMap((word) => occurrences(folded, word));
  return merge(
    found.map(({ start, end }) => ({ start: origins.starts[start] ?? 0, end: origins.ends[end - 1] ?? text.length })),
  );
}

/** The text cut at its ranges; joined again it is unchanged. */
export function partsOf(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of rangesOf(text, words)) {
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length || !parts.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}

/** About `reach` characters on either side of the first match, cut between words. */
export function excerptOf(text: string, words: readonly string[], reach = 70): string {
  const [first] = rangesOf(text, words);
  if (!first) return text.length > 2 * reach ? `${cutAfter(text, 2 * reach)}…` : text;
  const from = first.start - reach <= 0 ? 0 : nextWord(text, first.start - reach, first.start);
  const rest = text.slice(first.end);
  const end = rest.length <= reach ? rest : `${cutAfter(rest, reach)}…`;
  return `${from ? "…" : ""}${text.slice(from, first.end)}${end}`;
}

/** The longest beginning of at most `max` units that ends with a word, or else with a whole character. */
export function cutAfter(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max + 1);
  const space = cut.search(/\s+\S*$/u);
  return space > max / 2 ? cut.slice(0, space) : text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/** Where the first word after `from` begins; `limit` when none does before it. */
function nextWord(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s\S/u);
  return space < 0 ? limit : from + space + 1;
}

/** Where each unit of the folded text comes from. */
function originsOf(text: string, length: number): { starts: number[]; ends: number[] } | null {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const units = fold(character).length;
    // A mark that folds away belongs to the character before it.
    if (!units && ends.length) ends[ends.length - 1] = at + character.length;
    for (let unit = 0; unit < units; unit++) {
      starts.push(at);
      ends.push(at + character.length);
    }
    at += character.length;
  }
  // Folding a text is folding its characters, by the Unicode data of today; should that change, mark nothing.
  return starts.length === length ? { starts, ends } : null;
}

function occurrences(folded: string, word: string): TextRange[] {
  const found: TextRange[] = [];
  if (!word) return found;
  for (
    let at = folded.indexOf(word);
    at >= 0 && found.length < rangesMax;
    at = folded.indexOf(word, at + word.length)
  ) {
    found.push({ start: at, end: at + word.length });
  }
  return found;
}

function merge(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

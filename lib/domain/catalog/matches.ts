import type { Locale } from "../locale.ts";
import { fold } from "../spelling.ts";
import type { ApiCatalogEntry } from "./schema.ts";
import { listSearchTexts, type MatchPlace, matchPlaces } from "./search.ts";

/** Offsets in UTF-16 units of the original text. `end` is exclusive. */
type TextRange = { start: number; end: number };
type TextPart = { text: string; isMatch: boolean };

const rangesMax = 400;

/** A range covers whole characters with their accents, even if only a part matches, such as the f of ﬁ. */
export function findRanges(text: string, words: readonly string[]): TextRange[] {
  const folded = fold(text);
  if (!words.some((word) => word && folded.includes(word))) return [];
  const origins = mapToOriginalOffsets(text, folded.length);
  if (!origins) return [];
  const found = words.flatMap((word) => listOccurrences(folded, word));
  return mergeRanges(
    found.map(({ start, end }) => ({ start: origins.starts[start] ?? 0, end: origins.ends[end - 1] ?? text.length })),
  );
}

export function splitAtMatches(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of findRanges(text, words)) {
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length || !parts.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}

export function cutExcerpt(text: string, words: readonly string[], reach = 70): string {
  const [first] = findRanges(text, words);
  if (!first) return shortenText(text, 2 * reach);
  const from = first.start - reach <= 0 ? 0 : findNextWord(text, first.start - reach, first.start);
  const end = shortenText(text.slice(first.end), reach);
  return `${from ? "…" : ""}${text.slice(from, first.end)}${end}`;
}

/** Cuts after a whole word if possible, and adds an ellipsis. */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max + 1);
  const space = cut.search(/\s+\S*$/u);
  return `${space > max / 2 ? cut.slice(0, space) : text.slice(0, max).replace(/[\ud800-\udbff]$/, "")}…`;
}

function findNextWord(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s\S/u);
  return space < 0 ? limit : from + space + 1;
}

function mapToOriginalOffsets(text: string, length: number): { starts: number[]; ends: number[] } | null {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const units = fold(character).length;
    // An accent is part of the character before it, so the range of that character includes it.
    if (!units && ends.length) ends[ends.length - 1] = at + character.length;
    for (let unit = 0; unit < units; unit++) {
      starts.push(at);
      ends.push(at + character.length);
    }
    at += character.length;
  }
  // Folding a text must equal folding its characters one by one. If a new Unicode version changes that, mark nothing.
  return starts.length === length ? { starts, ends } : null;
}

function listOccurrences(folded: string, word: string): TextRange[] {
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

function mergeRanges(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

export type Match = { place: MatchPlace; locale: Locale | null; text: string; words: string[] };

const excerptsMax = 3;

export function listMatches(entry: ApiCatalogEntry, words: readonly string[]): Match[] {
  return listSearchTexts(entry).flatMap(({ place, locale, text }) => {
    const folded = fold(text);
    const found = words.filter((word) => folded.includes(word));
    return found.length ? [{ place, locale, text, words: found }] : [];
  });
}

export function findMatchPlaces(
  entry: ApiCatalogEntry,
  words: readonly string[],
  locale: Locale,
  seen: readonly string[] = [],
) {
  const matches = listMatches(entry, words);
  const here = matches.filter((match) => match.locale === null || match.locale === locale);
  const foreign = words.filter((word) => !here.some((match) => match.words.includes(word)));
  const others = matches.filter((match) => !here.includes(match) && match.words.some((word) => foreign.includes(word)));
  const seenFolded = seen.map(fold);
  const unseen = words.filter((word) => !seenFolded.some((text) => text.includes(word)));
  return {
    places: withoutSlug(listPlaces(here)),
    otherPlaces: listPlaces(others),
    excerpts: chooseExcerpts([...here, ...others], unseen),
  };
}

export type FoundIn = ReturnType<typeof findMatchPlaces>;

function listPlaces(matches: Match[]): MatchPlace[] {
  return matchPlaces.filter((place) => matches.some((match) => match.place === place));
}

/** Leaves out the slug, which repeats the title, unless nothing else matches. */
function withoutSlug(places: MatchPlace[]): MatchPlace[] {
  return places.length > 1 ? places.filter((place) => place !== "slug") : places;
}

/** Chooses texts for the excerpts greedily, so that a few excerpts show all search words. */
function chooseExcerpts(matches: Match[], words: string[]): Match[] {
  const chosen: Match[] = [];
  let left = words;
  while (left.length && chosen.length < excerptsMax) {
    const countRemainingWords = (match: Match) => match.words.filter((word) => left.includes(word)).length;
    const best = matches.toSorted((a, b) => countRemainingWords(b) - countRemainingWords(a)).at(0);
    if (!best || !countRemainingWords(best)) break;
    chosen.push({ ...best, text: cutExcerpt(best.text, left) });
    left = left.filter((word) => !best.words.includes(word));
  }
  return chosen;
}

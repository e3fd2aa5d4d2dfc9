import { splitAtMatches } from "#lib/domain/catalog/matches.ts";

type Props = { text: string /** Folded, as by searchWords. */; words: readonly string[] };

/** For a heading that holds marks: its lines are so close that a whole mark would cover the line above. */
export const markedHeading = "[&_mark]:[background:linear-gradient(transparent_30%,var(--accent-soft)_30%)]";

/** A text with what was searched for marked in it. */
export function Marked({ text, words }: Props) {
  if (!words.length) return text;
  const parts = splitAtMatches(text, words);
  // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else, and never moves
  return parts.map(({ text: part, isMatch }, at) => (isMatch ? <mark key={at}>{part}</mark> : part));
}

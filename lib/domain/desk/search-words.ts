/** More words than this narrow nothing down, and each costs. */
const wordsMax = 10;

/** What the inbox is searched for: every word, each as the beginning of one. Empty where no letter or digit is typed. */
export function searchWordsOf(q: string): string[] {
  const words = q
    .normalize("NFC")
    .split(/[\s@]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words)].slice(0, wordsMax);
}

/** Text for Postgres's to_tsquery: quoted, so that no sign in a word is an operator. */
export function prefixQueryOf(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*`).join(" & ");
}

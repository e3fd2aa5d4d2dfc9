/** What takes the place of an erased address. */
export const erasedMark = "[erased]";

/** Whatever this leaves alone stands in an address of the web as it is. */
const encoded = (char: string) => encodeURIComponent(char.toWellFormed());
const isPlain = (char: string) => /^[a-z0-9]$/i.test(char);
/** In a regular expression of Postgres, a backslash makes any sign of ASCII that is no letter or digit literal. */
const literal = (char: string) => (/[!-~]/.test(char) && !isPlain(char) ? `\\${char}` : char);

/**
 * A regular expression of Postgres that finds an address in a text, as it is or as an address of the web or JSON holds
 * it. Its two groups are what stands before, to be kept. What goes on to the left is somebody else's: juana@ is not
 * ana@. To the right, a longer ending is not told from the next sentence, and rather erased.
 */
export function mentionPattern(email: string): string {
  const before = "(^|%[0-9a-f]{2}|\\\\[bfnrt]|\\\\u[0-9a-f]{4}|[^[:alnum:]._+-])([._+-]*)";
  const address = [...email].map((char) =>
    encoded(char) === char ? literal(char) : `(?:${literal(char)}|${[...encoded(char)].map(literal).join("")})`,
  );
  return `${before}${address.join("")}(?!-*[[:alnum:]])`;
}

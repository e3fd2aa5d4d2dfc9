/** Text that replaces an erased address. The database function erase_in_json uses the same text. */
export const erasedMark = "[erased]";

// These patterns run in Postgres and JavaScript, ignoring case. No \w: in Postgres it depends on the locale.

/** Matches letters and accents, but no punctuation such as ¿ and “. */
const letters =
  "a-zA-Z\\u00aa\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02af\\u0300-\\u1fff\\u2c00-\\u2dff\\u3040-\\ud7ff";
const wordSign = `[0-9${letters}]`;
/** Matches the percent sign of an encoded character: `%40` is `@`, or `%2540` in a URL inside a URL. */
const percent = "%(?:25)*";
/** Hexadecimal ASCII codes that can stand next to an address: all but letters, digits and `.`, `_`, `+`, `-`. */
const asciiBeside = "[01][0-9a-f]|2[0-9acf]|3[a-f]|40|5[b-e]|60|7[b-f]";
/** The characters of `asciiBeside`, ¡ « » ¿ and quotation marks, escaped as in URLs and JSON. */
const escapesBeside = [
  `${percent}(?:${asciiBeside})`,
  `${percent}c2${percent}(?:a1|ab|bb|bf)`,
  `${percent}e2${percent}80${percent}[0-9a-f]{2}`,
  `\\\\u00(?:${asciiBeside}|a1|ab|bb|bf)`,
  "\\\\u20[0-9a-f]{2}",
].join("|");
const encodedLetter = `${percent}(?:c[3-9a-f]|d[0-9a-f]|e[013-9a-f])`;

/** For case-insensitive use. Also matches the address inside longer words, percent-encoded or escaped in JSON. */
export function toAddressPattern(email: string): string {
  return [...email.normalize("NFC")].map(toCharPattern).join("");
}

/** Extensions of file names that could be top-level domains by their length. */
const fileExtensions = "csv|doc|eml|jpg|pdf|png|ppt|txt|xls";

/** Does not match inside other addresses: ana@x.com matches ana@x.com.pdf, not ju.ana@x.com or ana@x.com.mx. */
export function toMentionPattern(email: string): string {
  const before = `(?:(?<!${wordSign}[._+-]*)(?<![${letters}]')(?<!${encodedLetter}${percent}[0-9a-f]{2})|(?<=${escapesBeside}))`;
  const after = `(?!-*(?:${wordSign}|${encodedLetter}))(?!\\.(?!${fileExtensions})[a-z]{2,3}(?!${wordSign}))`;
  return before + toAddressPattern(email) + after;
}

function toCharPattern(char: string): string {
  if (/[0-9a-z]/i.test(char)) return char;
  const spellings = new Set(
    [char, char.toLowerCase(), char.toUpperCase()].flatMap((one) => [one, one.normalize("NFD")]),
  );
  return `(?:${[...spellings].flatMap((text) => [escapeLiteral(text), toPercentPattern(text), toJsonEscapePattern(text)]).join("|")})`;
}

/** Escapes all ASCII punctuation, which works in both Postgres and JavaScript. */
const escapeLiteral = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, "\\$&");

function toPercentPattern(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `${percent}${byte.toString(16).padStart(2, "0")}`).join("");
}

function toJsonEscapePattern(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\\\+u${unit}`).join("");
}

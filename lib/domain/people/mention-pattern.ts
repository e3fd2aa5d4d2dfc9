/** What takes the place of an erased address. */
export const erasedMark = "[erased]";

/** `%40` for `@`, and `%2540` where that stands in an address of the web in its turn. */
const percent = "%(?:25)*";
const isPlain = (char: string) => /^[a-z0-9]$/i.test(char);
/** In Postgres as in JavaScript, a backslash makes any sign of ASCII that is no letter or digit literal. */
const literal = (char: string) => (/[!-~]/.test(char) && !isPlain(char) ? `\\${char}` : char);

function inWeb(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `${percent}${byte.toString(16).padStart(2, "0")}`).join("");
}

/** `\u00f1` is how JSON may hold a sign outside of ASCII, which somebody may have pasted. */
function inJson(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\\\+u${unit}`).join("");
}

function formsOf(char: string): string {
  if (isPlain(char)) return char;
  if (/[!-~]/.test(char)) return `(?:${literal(char)}|${inWeb(char)})`;
  const control = char === "\b" ? ["\\\\+b"] : [];
  const spellings = [...new Set([char, char.normalize("NFD")])];
  return `(?:${[...spellings.flatMap((text) => [text, inWeb(text), inJson(text)]), ...control].join("|")})`;
}

/** As a regular expression of Postgres and JavaScript alike, as it is or as the web or JSON holds it. */
const toPattern = (chars: string[]) => chars.map(formsOf).join("");
const charsOf = (email: string) => [...email.normalize("NFC")];

/** Postgres takes long over each row when a pattern has many alternatives: of a long address it looks for the start. */
const soughtMax = 24;

/**
 * A regular expression of Postgres that finds each text, and each JSON as text, that `withoutMentions` changes; and
 * some more, since what stands around the address is read roughly.
 */
export function candidatePattern(email: string): string {
  const before = `(?:^|[^a-z0-9]|${percent}[0-9a-f]{2}|\\\\[bfnrt]|\\\\u[0-9a-f]{4})`;
  const chars = charsOf(email);
  const after = chars.length > soughtMax ? "" : "(?!-*[a-z0-9])";
  return `${before}${toPattern(chars.slice(0, soughtMax))}${after}`;
}

/**
 * What takes an address out of a text, however it is written there. An address that goes on to the left is somebody
 * else's: juana@, ju.ana@ and o'ana@ are not ana@. To the right, a letter or a digit goes on with it, after hyphens
 * too; and so does a dot with two or three letters and no more: ana@x.com.mx is not ana@x.com. A longer ending, as in
 * ana@x.com.Gracias or ana@x.com.info, is not told from the next sentence, and rather erased.
 */
export function withoutMentions(email: string): (text: string) => string {
  const pattern = new RegExp(toPattern(charsOf(email)), "gi");
  return (text) =>
    text.replace(pattern, (found: string, at: number) =>
      goesOnLeft(text.slice(Math.max(0, at - reach), at), found) ||
      goesOnRight(text.slice(at + found.length, at + found.length + reach))
        ? found
        : erasedMark,
    );
}

/** Characters around an address that are looked at: in a long text, all of it for each one would take too long. */
const reach = 200;

/** Some byte that is no UTF-8 is a letter of an older encoding. */
const wordSign = "[\\p{L}\\p{N}\\p{M}\\ufffd]";
const wordBefore = new RegExp(`${wordSign}[._+-]*$`, "u");
const wordAfter = new RegExp(`^-*${wordSign}|^\\.\\p{L}{2,3}(?!${wordSign})`, "u");

function goesOnLeft(before: string, found: string): boolean {
  const read = decoded(before);
  if (wordBefore.test(read)) return true;
  if (/\p{L}\p{M}*'$/u.test(read) && /^\p{L}/u.test(found)) return true;
  // In %40ana@x.com the address is not 40ana@x.com.
  const begun = /(?:%(?:25)*[0-9a-f]{2})*%(?:25)*$/i.exec(before)?.[0];
  const rest = /^[0-9a-f]{2}/i.exec(found)?.[0];
  return begun !== undefined && rest !== undefined && !decoded(begun + rest).endsWith("\ufffd");
}

function goesOnRight(after: string): boolean {
  return wordAfter.test(decoded(after));
}

/** Without the escapes of the web, and those of JSON that are told from a word. */
function decoded(text: string): string {
  return text
    .replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, (run) => {
      const bytes = Array.from(run.matchAll(/%(?:25)*([0-9a-f]{2})/gi), ([, byte = ""]) => Number.parseInt(byte, 16));
      return new TextDecoder().decode(Uint8Array.from(bytes));
    })
    .replace(/\\+u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

/** Makes text safe for a mail header: one line, without control and bidirectional characters. */
export function toOneLine(text: string, charactersMax = 120): string {
  return cut(text.toWellFormed().replace(unprintable, " ").trim(), charactersMax);
}

/** Cuts a text to `charactersMax` code points and adds an ellipsis, after a whole word if possible. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 1).join("");
  const next = characters[charactersMax - 1] ?? "";
  const wholeWords = /\s/u.test(next) ? kept : kept.replace(/\s\S*$/u, "");
  return `${(wholeWords.length > kept.length / 2 ? wholeWords : kept).trimEnd()}…`;
}

/** Removes control and bidirectional characters and repeated empty lines. Cleaning the result again changes nothing. */
export function toBodyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\s)[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

export function splitParagraphs(text: string): string[] {
  return toBodyText(text)
    .split("\n\n")
    .filter((paragraph) => paragraph !== "");
}

const excerptCharacters = 400;

export function excerpt(text: string): string {
  return cut(toBodyText(text), excerptCharacters);
}

const nameCharactersMax = 60;
/** Maximum number of digits in a name. A phone number has more digits. */
const nameDigitsMax = 6;

/**
 * Makes a stranger's name safe for a mail to another person: one line of at most 60 code points, without any link.
 *
 * - Keeps letters, digits, spaces, `- ' & + ( )`, and dots after a word or between two digits.
 * - Returns an empty text if there are no letters and digits, or seven or more digits, which may be a phone number.
 */
export function toPlainName(text: string): string {
  const name = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    // Removes invisible characters first, because they could hide a link from the next steps.
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{Nd} .'’&+()-]/gu, " ")
    .replace(/(?<!\p{Nd})\.(?! |$)|\.(?!\p{Nd}| |$)/gu, " ")
    // Replaces the dots in IP addresses with spaces, because mail clients turn IP addresses into links.
    .replace(/\p{Nd}+(?:\.\p{Nd}+){3,}/gu, (numbers) => numbers.replaceAll(".", " "))
    // Keeps at most four accents per letter, because more would cover other lines.
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/(?<![\p{L}\p{M}\p{Nd}])(?:www|https?|mailto)(?![\p{L}\p{M}\p{Nd}])/giu, " ")
    .replace(/ +/g, " ")
    .trim();
  if ((name.match(/\p{Nd}/gu)?.length ?? 0) > nameDigitsMax) return "";
  const short = [...name].slice(0, nameCharactersMax).join("").trim();
  return /[\p{L}\p{Nd}]/u.test(short) ? short : "";
}

/** Makes a stranger's name safe to show in a list: one line without invisible characters. May be empty. */
export function toShownName(name: string, charactersMax = 48): string {
  const visible = name
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .trim();
  const characters = [...visible];
  return characters.length > charactersMax
    ? `${characters
        .slice(0, charactersMax - 1)
        .join("")
        .trimEnd()}…`
    : visible;
}

/** Compares code units, so that the order is the same in every locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Includes U+2800, the blank Braille pattern, which Unicode classes as a symbol. */
const invisibleOrSpace = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\u2800]/gu;

/** Ignores case, Unicode form, invisible characters and white space. */
export function foldName(name: string): string {
  const plain = name.normalize("NFKC").replace(invisibleOrSpace, "");
  // In this order, "ẞ", "ß" and "ss" become equal, as do "Σ", "σ" and "ς".
  return plain.toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Escapes text for HTML and XML, in elements and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

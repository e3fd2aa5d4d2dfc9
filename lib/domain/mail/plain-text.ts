const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

/** `text` on one line, fit for a header: no control characters, none that turn text around, cut to code points. */
export function oneLine(text: string, charactersMax = 120): string {
  return cut(text.toWellFormed().replace(unprintable, " ").trim(), charactersMax);
}

/** At most `charactersMax` code points, the last an ellipsis where something is missing; at a word where one ends near. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 1).join("");
  const next = characters[charactersMax - 1] ?? "";
  const wholeWords = /\s/u.test(next) ? kept : kept.replace(/\s\S*$/u, "");
  // A word longer than that is cut: of a text without spaces nothing would be left.
  return `${(wholeWords.length > kept.length / 2 ? wholeWords : kept).trimEnd()}…`;
}

/** Text of several lines without invisible characters and those that turn it around; never two empty lines. Idempotent. */
export function bodyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\s)[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The parts between empty lines. */
export function splitParagraphs(text: string): string[] {
  return bodyText(text)
    .split("\n\n")
    .filter((paragraph) => paragraph !== "");
}

/** The beginning of a text, at most `charactersMax` code points. */
export function excerpt(text: string, charactersMax = 400): string {
  return cut(bodyText(text), charactersMax);
}

const nameCharactersMax = 60;
/** A telephone number has more. */
const nameDigitsMax = 6;

/**
 * A name that a stranger wrote, fit for a mail to a person who may know nothing of it: nothing in it becomes a link or a
 * second line. Letters, digits, spaces and `- ' & + ( )` stay, a dot where it ends a word or stands between two digits;
 * at most 60 code points. Empty where neither letter nor digit is left, and where a telephone number may be: from seven
 * digits on.
 */
export function plainName(text: string): string {
  const name = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    // Invisible characters go first: without them, the rest may be a link.
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[^\p{L}\p{M}\p{Nd} .'’&+()-]/gu, " ")
    .replace(/(?<!\p{Nd})\.(?! |$)|\.(?!\p{Nd}| |$)/gu, " ")
    // An address of four numbers is a link too.
    .replace(/\p{Nd}+(?:\.\p{Nd}+){3,}/gu, (numbers) => numbers.replaceAll(".", " "))
    // Marks heaped on one letter would run over the lines around it.
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .replace(/(?<![\p{L}\p{M}\p{Nd}])(?:www|https?|mailto)(?![\p{L}\p{M}\p{Nd}])/giu, " ")
    .replace(/ +/g, " ")
    .trim();
  if ((name.match(/\p{Nd}/gu)?.length ?? 0) > nameDigitsMax) return "";
  const short = [...name].slice(0, nameCharactersMax).join("").trim();
  return /[\p{L}\p{Nd}]/u.test(short) ? short : "";
}

/**
 * A name chosen by a stranger, safe to show beside others: one line, no invisible or direction-changing characters, at
 * most `charactersMax` code points. Empty where no visible character is left.
 */
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

const charactersMax = 60;
/** A telephone number has more. */
const digitsMax = 6;

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
    // What cannot be seen goes first: it may hold apart what would be a link without it.
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
  if ((name.match(/\p{Nd}/gu)?.length ?? 0) > digitsMax) return "";
  const short = [...name].slice(0, charactersMax).join("").trim();
  return /[\p{L}\p{Nd}]/u.test(short) ? short : "";
}

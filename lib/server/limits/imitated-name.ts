import "server-only";
import { toAscii } from "./agent-key.ts";

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** Parts of an emoji, and what joins or parts letters of scripts such as Arabic and Devanagari. */
const rightfullyInvisible =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)[\ufe0f\u200d]|(?<=(?!\p{Script=Latin}|\p{Script=Inherited})[\p{L}\p{M}])\p{Join_Control}/gu;
const invisible = /(?!\p{White_Space})[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** Letters and digits of a name in NFD, without ª and º, which Spanish writes. */
const letters = /(?![ªº])[\p{L}\p{Nd}]/gu;

const words = /[\p{L}\p{M}\p{Nd}]+/gu;

/** The ASCII letter or digit that a character looks like, in its case; otherwise the character. */
function toPlain(letter: string): string {
  const [plain, ...more] = isAscii(letter) ? letter : toAscii(letter.normalize("NFKD"));
  if (plain === undefined || more.length || !/[a-z\d]/i.test(plain)) return letter;
  return /\p{Lu}/u.test(letter) ? plain.toUpperCase() : plain;
}

/** Whether a word mixes look-alikes of ASCII letters with Latin ones. */
function isMixed(word: string): boolean {
  const given = word.match(letters) ?? [];
  return /[a-z]/i.test(word) && given.some((letter) => toPlain(letter) !== letter) && given.every(isLatin);
}

const isLatin = (letter: string) => isAscii(toPlain(letter)) || /\p{Script=Latin}/u.test(letter);

/** Whether all letters look like ASCII ones and not all are. Many a Cyrillic word has a letter that looks like a digit. */
function isWhollyLookAlike(name: string): boolean {
  const given = name.match(letters) ?? [];
  const looksAscii = (letter: string) =>
    isAscii(letter) || (/\p{Nd}/u.test(letter) ? /\d/ : /[a-z]/i).test(toPlain(letter));
  return !isAscii(given.join("")) && given.every(looksAscii);
}

/**
 * The name in plain letters that an assistant's name looks like but is not: it has letters of other scripts or invisible
 * characters in it. Null for a name that is honestly written in another script, with accents or with emoji.
 */
export function findImitatedName(agentName: string): string | null {
  const name = agentName.normalize("NFD");
  const visible = name.replace(invisible, "");
  const isDisguised = isWhollyLookAlike(visible) || (visible.match(words) ?? []).some(isMixed);
  if (isDisguised) return visible.replace(words, uncover).normalize("NFC");
  return name.replace(rightfullyInvisible, "").search(invisible) < 0 ? null : visible.normalize("NFC");
}

function uncover(word: string): string {
  return isMixed(word) || isWhollyLookAlike(word) ? word.replace(letters, toPlain) : word;
}

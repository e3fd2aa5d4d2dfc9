import "server-only";
import table from "./look-alikes.json" with { type: "json" };

/** Characters that render as nothing. U+2800 is the blank Braille pattern, which Unicode classes as a symbol. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\u2800]/gu;

const asciiByLookAlike = new Map(
  Object.entries(table.lookAlikes).flatMap(([ascii, characters]) =>
    [...characters].map((character) => [character, ascii]),
  ),
);

/** Replaces look-alikes of ASCII characters (UTS #39), capitals by small letters. */
export function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => asciiByLookAlike.get(character) ?? character);
}

/**
 * The same key for all spellings of a name: ignores case, Unicode form, invisible characters and white space, and replaces
 * look-alikes of ASCII characters (UTS #39). Accents count, and different ASCII characters stay different. All invisible
 * names share the empty key.
 */
export function agentKey(agentName: string): string {
  // NFD separates accents, so that look-alikes with an accent are found.
  const plain = toAscii(agentName.normalize("NFD")).normalize("NFKD").replace(invisible, "");
  // Replaces look-alikes before folding case, as a capital may resemble a letter that its small form does not, and again
  // afterwards, as folding turns some marks into letters. Lower, upper, lower: "ẞ", "ß" and "ss" become equal.
  return toAscii(toAscii(plain).toLowerCase().toUpperCase().toLowerCase()).normalize("NFKC");
}

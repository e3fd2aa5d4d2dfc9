import "server-only";
import table from "./look-alikes.json" with { type: "json" };

/** Characters that show nothing. U+2800 is a Braille pattern without dots, which Unicode counts as a symbol. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{White_Space}\u2800]/gu;

const asciiByLookAlike = new Map(
  Object.entries(table.lookAlikes).flatMap(([ascii, characters]) =>
    [...characters].map((character) => [character, ascii]),
  ),
);

function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => asciiByLookAlike.get(character) ?? character);
}

/**
 * One bucket for all spellings of a name: without invisible characters and white space, with look-alikes of ASCII
 * characters (UTS #39) as these, in any case and Unicode form. Accents count, and ASCII characters differ from each
 * other. Names that show nothing share the empty key.
 */
export function agentKey(agentName: string): string {
  // Decomposed, so that a look-alike with an accent is found.
  const plain = toAscii(agentName.normalize("NFD")).normalize("NFKD").replace(invisible, "");
  // Looked up before the case is folded, as a capital may look like a letter that its small form does not look like,
  // and after it, as folding turns some marks into letters. Folded through upper case and back: "ẞ", "ß" and "ss".
  return toAscii(toAscii(plain).toLowerCase().toUpperCase().toLowerCase()).normalize("NFKC");
}

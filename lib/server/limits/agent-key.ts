import "server-only";
import { foldCase, invisibleOrSpace } from "../../domain/plain-text.ts";
import table from "./look-alikes.json" with { type: "json" };

const asciiByLookAlike = new Map(
  Object.entries(table.lookAlikes).flatMap(([ascii, characters]) =>
    [...characters].map((character) => [character, ascii]),
  ),
);

/** Replaces look-alikes of ASCII characters (UTS #39). Look-alikes of capitals become small letters. */
export function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => asciiByLookAlike.get(character) ?? character);
}

/**
 * Returns the same key for all spellings of a name: ignores case, Unicode form, invisible characters and white space,
 * and replaces look-alikes of ASCII characters (UTS #39). Distinguishes accents and different ASCII characters. All
 * invisible names share the empty key.
 */
export function agentKey(agentName: string): string {
  // NFD separates accents, so that look-alikes with an accent are found.
  const plain = toAscii(agentName.normalize("NFD")).normalize("NFKD").replace(invisibleOrSpace, "");
  // Replaces look-alikes before folding case, because a capital may resemble a letter that its small form does not, and
  // again afterwards, because folding turns some marks into letters.
  return toAscii(foldCase(toAscii(plain))).normalize("NFKC");
}

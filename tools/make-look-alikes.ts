// Writes lib/server/limits/look-alikes.json from the confusables.txt of UTS #39. Download the file manually from
// https://www.unicode.org/Public/security/latest/confusables.txt, then: npm run generate -- look-alikes confusables.txt
import fs from "node:fs";
import path from "node:path";

const target = path.join(import.meta.dirname, "..", "lib", "server", "limits", "look-alikes.json");
const [file = "confusables.txt"] = process.argv.slice(2);
const text = fs.readFileSync(file, "utf8");

const decode = (codes: string) => String.fromCodePoint(...codes.split(" ").map((code) => Number.parseInt(code, 16)));
/** Maps each character to its look-alike in the file, for example m to rn, and I, 1 and | to l. */
const prototypes = new Map(
  [...text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)].map(([, from = "", to = ""]) => [
    decode(from),
    decode(to),
  ]),
);

/** Look-alikes in the file that have two characters, with the single ASCII character that they stand for. */
const singles: Record<string, string> = { rn: "m", "''": '"' };

function toAscii(character: string): string | undefined {
  const prototype = prototypes.get(character);
  if (isAscii(character) || !prototype || !/^[\x21-\x7e]+$/.test(prototype)) return undefined;
  // A capital letter that is a single stroke is an I, not an l.
  if (prototype === "l" && /\p{Lu}/u.test(character)) return "i";
  return singles[prototype] ?? prototype.toLowerCase();
}

const isAscii = (character: string) => /^\p{ASCII}$/u.test(character);

/**
 * Returns whether the list needs the character. The service normalizes compatibility forms before it looks a character
 * up, so the list needs only those letters among them that look different when normalized.
 */
function isLookedUp(character: string): boolean {
  const plain = character.normalize("NFKD");
  if (plain === character) return !isAscii(character);
  const isLetter = /^\p{L}$/u.test(character) && /^\p{L}$/u.test(plain);
  return (
    isLetter && character.normalize("NFD") === character && !isAscii(plain) && toAscii(plain) !== toAscii(character)
  );
}

const fold = (character: string) => character.toUpperCase().toLowerCase();
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** ASCII look-alikes by case-folded letter, for letters of which only the other case looks like ASCII. */
const byFold = new Map<string, string>();
for (const character of everyCharacter) {
  const ascii = isLookedUp(character) ? toAscii(character) : undefined;
  if (ascii && (character === fold(character) || !byFold.has(fold(character)))) byFold.set(fold(character), ascii);
}

const lookAlikes: Record<string, string> = {};
for (const character of everyCharacter) {
  if (!isLookedUp(character)) continue;
  const ascii = toAscii(character) ?? byFold.get(fold(character));
  if (ascii) lookAlikes[ascii] = (lookAlikes[ascii] ?? "") + character;
}

const sorted = Object.fromEntries(Object.entries(lookAlikes).sort(([a], [b]) => (a < b ? -1 : 1)));
const version = /^# Version: (.+)$/m.exec(text)?.[1];
const source = `Made from confusables.txt ${version} of UTS #39, © Unicode, Inc., https://www.unicode.org/license.txt`;
const json = JSON.stringify({ source, lookAlikes: sorted }, null, 2);
// Escape all other characters, because some of them change the direction of text in editors.
fs.writeFileSync(
  target,
  `${json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
);

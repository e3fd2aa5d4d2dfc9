import "server-only";
import { foldCase, invisibleOrSpace } from "../../domain/plain-text.ts";
import { type AssistantHost, hostEvidences } from "../../domain/request-context.ts";
import type { AssistantIdentity } from "../../domain/submissions/core/submission.ts";
import {
  type AssistantRange,
  assistantNames,
  findRange,
  hostsByCertificate,
  parseAssistantRanges,
} from "../assistant-hosts.ts";
import { env } from "../env.ts";
import table from "./look-alikes.json" with { type: "json" };

const asciiByLookAlike = new Map(
  Object.entries(table.lookAlikes).flatMap(([ascii, characters]) =>
    [...characters].map((character) => [character, ascii]),
  ),
);

/** Replaces look-alikes of ASCII characters (UTS #39). Look-alikes of capitals become small letters. */
function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => asciiByLookAlike.get(character) ?? character);
}

/**
 * Ignores case, Unicode form, invisible characters and white space, and replaces look-alikes of ASCII characters (UTS
 * #39). Accents and different ASCII characters still make different keys. All invisible names share the empty key.
 */
export function toAgentKey(agentName: string): string {
  // NFD splits off accents, so that look-alikes with an accent are found, too.
  const plain = toAscii(agentName.normalize("NFD")).normalize("NFKD").replace(invisibleOrSpace, "");
  // Replaces look-alikes before folding case, because a capital may resemble a letter that its small form does not.
  // Replaces them again afterwards, because folding turns some marks into letters.
  return toAscii(foldCase(toAscii(plain))).normalize("NFKC");
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** These have a legitimate purpose: parts of an emoji, and joiners in scripts such as Arabic and Devanagari. */
const rightfullyInvisible =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)[\ufe0f\u200d]|(?<=(?!\p{Script=Latin}|\p{Script=Inherited})[\p{L}\p{M}])\p{Join_Control}/gu;
const invisible = /(?!\p{White_Space})[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** Matches letters and digits of a name in NFD, except ª and º, which Spanish uses. */
const letters = /(?![ªº])[\p{L}\p{Nd}]/gu;

const words = /[\p{L}\p{M}\p{Nd}]+/gu;

/** Replaces a letter with the ASCII letter it resembles, in the same case. Keeps letters that resemble none. */
function toPlain(letter: string): string {
  const [plain, ...more] = isAscii(letter) ? letter : toAscii(letter.normalize("NFKD"));
  if (plain === undefined || more.length || !/[a-z\d]/i.test(plain)) return letter;
  return /\p{Lu}/u.test(letter) ? plain.toUpperCase() : plain;
}

/** Mixes Latin with look-alikes from other scripts, or spells a known assistant's name with other Latin letters. */
function isMixed(word: string): boolean {
  const given = word.match(letters) ?? [];
  if (given.every(isLatinScript)) return !isAscii(given.join("")) && isKnown(toPlainWord(word));
  return /[a-z]/i.test(word) && given.some((letter) => toPlain(letter) !== letter) && given.every(isLatin);
}

/** Letters such as ı and þ look like ASCII letters, but Turkish, Icelandic and other languages use them. */
const isLatinScript = (letter: string) => isAscii(letter) || /\p{Script=Latin}/u.test(letter);

const isLatin = (letter: string) => isAscii(toPlain(letter)) || isLatinScript(letter);

const toPlainWord = (word: string) => word.replace(letters, toPlain);

/** Look-alikes come from another script. Digits must resemble digits: many Cyrillic words have a letter like one. */
function isWhollyLookAlike(name: string): boolean {
  const given = name.match(letters) ?? [];
  const looksAscii = (letter: string) =>
    isAscii(letter) || (/\p{Nd}/u.test(letter) ? /\d/ : /[a-z]/i).test(toPlain(letter));
  return !given.every(isLatinScript) && given.every(looksAscii);
}

const knownKeys = new Set(assistantNames.map(toAgentKey));
const isKnown = (word: string) => knownKeys.has(toAgentKey(word));

/** Matches I, l and 1, which look the same in many typefaces. */
const strokes = /[Il1]/g;
const toLook = (word: string) => word.replace(strokes, "l").toLowerCase();
const spellingByLook = new Map(
  [...assistantNames.map((name) => name.toUpperCase()), ...assistantNames].map((name) => [toLook(name), name]),
);

/** Returns the known assistant's name that looks the same. For example, turns CIaude into Claude. */
function toKnownSpelling(word: string): string {
  const spelling = isKnown(word) ? undefined : spellingByLook.get(toLook(word));
  return spelling === undefined ? word : word.replace(strokes, (stroke, at) => spelling[at] ?? stroke);
}

/**
 * The name contains letters of other scripts or invisible characters, or spells a known assistant's name with other
 * Latin letters. Null for a name honestly written in another script or language, with accents or with emoji.
 */
export function findImitatedName(agentName: string): string | null {
  const name = agentName.normalize("NFD");
  const visible = name.replace(invisible, "");
  const isMisspelt = (word: string) => isMixed(word) || toKnownSpelling(word) !== word;
  const isDisguised = isWhollyLookAlike(visible) || (visible.match(words) ?? []).some(isMisspelt);
  if (isDisguised) return visible.replace(words, toImitatedWord).normalize("NFC");
  return name.replace(rightfullyInvisible, "").search(invisible) < 0 ? null : visible.normalize("NFC");
}

function toImitatedWord(word: string): string {
  return toKnownSpelling(isMixed(word) || isWhollyLookAlike(word) ? toPlainWord(word) : word);
}

type Row = { agentName: string | null; assistantHost: string | null; hostEvidence: string | null };

export function identifyAssistant({ agentName, assistantHost, hostEvidence }: Row): AssistantIdentity {
  const evidence = hostEvidences.find((known) => known === hostEvidence);
  const host = assistantHost !== null && evidence !== undefined ? { name: assistantHost, evidence } : null;
  const imitatedName = agentName === null ? null : findImitatedName(agentName);
  const isHostName = host !== null && agentName !== null && toAgentKey(agentName) === toAgentKey(host.name);
  return { host, isHostName: isHostName && imitatedName === null, imitatedName };
}

let ranges: AssistantRange[] | undefined;

/** The host never identifies the person. `certificateName` must come from our own proxy. */
export function findAssistantHost(clientIp: string, certificateName: string | null): AssistantHost | undefined {
  ranges ??= parseAssistantRanges(env().ASSISTANT_RANGES) ?? [];
  const certified = hostsByCertificate.get(certificateName?.trim().toLowerCase() ?? "");
  if (certified) return { name: certified, evidence: "mtls" };
  const range = findRange(ranges, clientIp);
  return range && { name: range.host, evidence: "egress" };
}

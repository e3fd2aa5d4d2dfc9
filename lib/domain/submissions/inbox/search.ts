import { parseReference, SubmissionId, type SubmissionKind } from "../core/submission-ref.ts";

/** Maximum number of search words, because each word costs database time. */
const wordsMax = 10;
/** Minimum digits of a phone number. Shorter numbers without a plus may be years or amounts. */
const phoneDigitsMin = 7;

/** A search for a reference number, or for all words and phone numbers. */
type Search = {
  reference: { id: number; kind: SubmissionKind | undefined } | undefined;
  words: string[];
  /** Possible phone numbers: the digits, and the same text split into words. */
  phones: { digits: string; words: string[] }[];
};

const kindOfWord: Record<string, SubmissionKind> = {
  evaluation: "evaluation",
  evaluación: "evaluation",
  evaluacion: "evaluation",
  lead: "evaluation",
  project: "evaluation",
  proyecto: "evaluation",
  inquiry: "inquiry",
  question: "inquiry",
  consulta: "inquiry",
  pregunta: "inquiry",
};
const numberWords = [...Object.keys(kindOfWord), "reference", "referencia", "number", "n[uú]mero", "#"].join("|");
const wordAndNumber = new RegExp(`(?<![\\p{L}\\p{N}])(${numberWords})[\\s:#]*(\\d+)(?![\\p{L}\\p{N}])`, "iu");
const bareNumber = /^\s*(\d+)\s*$/;
const prefixedReference = /(?<![\p{L}\p{N}])[EQ]-\d+(?![\p{L}\p{N}])/iu;
const numberSign = /^\s*#\s*\d+\s*$/;
const phoneLike = /(?<![\p{L}\p{N}@]\p{Pd}?)\+?\(?\d(?:[\s()./\p{Pd}]*\d)*(?!\p{Pd}?[\p{L}\p{N}@])/gu;

/** `#7` and `E-7` are only reference numbers; `7` and `lead 7` are also searched as words. */
export function parseSearch(q: string): Search {
  const text = q.normalize("NFC");
  const phones: Search["phones"] = [];
  const rest = text.replace(prefixedReference, " ").replace(phoneLike, (run) => {
    const digits = run.replace(/\D/g, "");
    if (!run.startsWith("+") && digits.length < phoneDigitsMin) return run;
    phones.push({ digits, words: splitWords(run) });
    return " ";
  });
  const reference = findReference(text);
  if (reference && (numberSign.test(text) || parseReference(text))) return { reference, words: [], phones: [] };
  return { reference, words: splitWords(rest), phones: phones.slice(0, wordsMax) };
}

function findReference(text: string): Search["reference"] {
  const given = parseReference(prefixedReference.exec(text)?.[0] ?? "");
  if (given) return given;
  const [, word, digits] = wordAndNumber.exec(text) ?? [];
  const id = SubmissionId.safeParse(digits ?? bareNumber.exec(text)?.[1]).data;
  return id === undefined ? undefined : { id, kind: kindOfWord[word?.toLowerCase() ?? ""] };
}

function splitWords(text: string): string[] {
  const words = text.split(/[\s@]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words)].slice(0, wordsMax);
}

/**
 * Opening marks. Postgres indexes a mark as part of the word if its locale, such as C or C.UTF-8, does not know the
 * mark as punctuation.
 */
const openings = ["", "¿", "¡", "«", "“"];

/** Words match as prefixes, but numbers only as a whole: otherwise 162 would also find 1620 to 1629. */
export function toWordsQuery(words: readonly string[]): string {
  return words.map((word) => `(${listSpellings(word).map(toTerm).join(" | ")})`).join(" & ");
}

function listSpellings(word: string): string[] {
  const bare = word.replace(/^[¿¡«“]+/u, "");
  const spellings = new Set([bare, bare.replaceAll("’", "'"), bare.replaceAll("'", "’")]);
  // Adds no mark to URLs, whose protocol Postgres would then keep, or to phone numbers, which never follow a mark.
  if (bare.includes("/") || bare.startsWith("+")) return [...spellings];
  return openings.flatMap((opening) => [...spellings].map((spelling) => opening + spelling));
}

const toTerm = (word: string) => `'${word.replace(/['\\]/g, "$&$&")}'${/^[¿¡«“]?\d+$/u.test(word) ? "" : ":*"}`;

/** Matches words of the SQL function phone_words: numbers that start with all the digits or end with the last seven. */
export function toPhoneQuery(digits: string): string {
  const beginning = `':${digits}':*`;
  return digits.length < phoneDigitsMin ? beginning : `${beginning} | ':${digits.slice(-phoneDigitsMin)}'`;
}

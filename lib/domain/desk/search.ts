import { SubmissionId, type SubmissionKind } from "../submissions/submission-ref.ts";

/** Each word costs time; more than this narrow nothing down. */
const wordsMax = 10;
/** Fewer digits without a plus are a number, a year or an amount rather than a phone. */
const phoneDigitsMin = 7;

/** Finds the submission of this number, and those with every word and every phone. */
export type Search = {
  reference: { id: number; kind: SubmissionKind | undefined } | undefined;
  words: string[];
  /** Digits that may be a phone, and the words they are otherwise. */
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
/** As the desk and the mails of both languages write a submission's number. */
const numbered = new RegExp(`(?<![\\p{L}\\p{N}])(${numberWords})[\\s:#]*(\\d+)(?![\\p{L}\\p{N}])`, "iu");
const number = /^\s*(\d+)\s*$/;
const numberSign = /^\s*#\s*\d+\s*$/;
const phoneLike = /(?<![\p{L}\p{N}@])\+?\(?\d(?:[\s()./\p{Pd}]*\d)*(?![\p{L}\p{N}@])/gu;

/** Empty without a letter or digit. `#7` is only the number; `7` and `lead 7` may be words too. */
export function parseSearch(q: string): Search {
  const text = q.normalize("NFC");
  const phones: Search["phones"] = [];
  const rest = text.replace(phoneLike, (run) => {
    const digits = run.replace(/\D/g, "");
    if (!run.startsWith("+") && digits.length < phoneDigitsMin) return run;
    phones.push({ digits, words: splitWords(run) });
    return " ";
  });
  const reference = parseReference(text);
  if (reference && numberSign.test(text)) return { reference, words: [], phones: [] };
  return { reference, words: splitWords(rest), phones: phones.slice(0, wordsMax) };
}

function parseReference(text: string): Search["reference"] {
  const [, word, digits] = numbered.exec(text) ?? [undefined, undefined, number.exec(text)?.[1]];
  const id = SubmissionId.safeParse(digits).data;
  return id === undefined ? undefined : { id, kind: kindOfWord[word?.toLowerCase() ?? ""] };
}

function splitWords(text: string): string[] {
  const words = text.split(/[\s@]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words)].slice(0, wordsMax);
}

/**
 * For Postgres's to_tsquery: words match as prefixes, numbers as a whole, or 162 would be lost among 1620 to 1629.
 * Quoted, so that no character of a word is an operator.
 */
export function toWordsQuery(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}'${/^\d+$/.test(word) ? "" : ":*"}`).join(" & ");
}

/** Matches the output of phone_words: all digits as a prefix, or the last seven. */
export function toPhoneQuery(digits: string): string {
  const beginning = `':${digits}':*`;
  return digits.length < phoneDigitsMin ? beginning : `${beginning} | ':${digits.slice(-phoneDigitsMin)}'`;
}

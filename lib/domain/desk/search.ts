import { SubmissionId, type SubmissionKind } from "../submissions/submission-ref.ts";

/** More words than this narrow nothing down, and each costs. */
const wordsMax = 10;
/** Fewer digits without a plus are a number, a year or an amount rather than a phone. */
const phoneDigitsMin = 7;

/** What the inbox is searched for: the submission of a number, or whatever has every word and every phone. */
export type Search = {
  reference: { id: number; kind: SubmissionKind | undefined } | undefined;
  words: string[];
  /** What may be a phone, and the words that it is otherwise. */
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

/** Nothing at all where no letter or digit is typed. `#7` is the number alone, `7` and `lead 7` may be words as well. */
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
 * Text for Postgres's to_tsquery: each word as the beginning of one, but a number whole, or 162 would be lost among 1620
 * to 1629. Quoted, so that no sign in a word is an operator.
 */
export function toWordsQuery(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}'${/^\d+$/.test(word) ? "" : ":*"}`).join(" & ");
}

/** A tsquery for what phone_words makes of a phone: its digits from the first on, or its last seven. */
export function toPhoneQuery(digits: string): string {
  const beginning = `':${digits}':*`;
  return digits.length < phoneDigitsMin ? beginning : `${beginning} | ':${digits.slice(-phoneDigitsMin)}'`;
}

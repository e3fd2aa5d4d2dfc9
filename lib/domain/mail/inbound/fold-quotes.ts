import { asciiFold } from "./headers.ts";

export type FoldedQuotes = { text: string; quoted: string };

const introductionLinesMax = 4;
const introductionLengthMax = 500;

const writers: [start: RegExp, end: RegExp][] = [
  [/^(?:on|at) .*\d/, /(?:wrote|writes|said):?$/],
  [/^(?:el|en|a las) .*\d/, /(?:escribio|escribe|ha escrito|dijo):?$/],
  [/^(?:em|no dia) .*\d/, /escreveu:?$/],
  [/^(?:le) .*\d/, /a ecrit ?:?$/],
  // Lines that Thunderbird ("Ana Ruiz wrote on 22/11/2026:") and Gmail ("2026-11-22 10:00 GMT-06:00 Encaje <a@b.c>:")
  // write above a quote.
  [/^.{1,120} (?:wrote on|escribio el) .*\d/, /:$/],
  [/^\d{4}-\d\d-\d\d .*\d/, /<[^<>]+@[^<>]+>:$/],
];

const separators = [
  /^-{2,}\s*(?:original message|mensaje original|mensagem original|forwarded message|mensaje reenviado|mensaje original adjunto)\s*-{2,}$/,
  /^(?:begin forwarded message|inicio del mensaje reenviado):$/,
  /^_{20,}$/,
];

/** Matches header lines that Outlook puts above a quote. */
const headLine = /^\*?(?:from|de|sent|enviado(?: el)?|fecha|date|to|para|subject|asunto|cc)\s*:\*?\s*\S/;
const senderLine = /^\*?(?:from|de)\s*:\*?\s*\S/;
const headLinesMin = 3;

/** Folds nothing if answers stand between the quoted lines, which then give them context, or if all text is quoted. */
export function foldQuotes(body: string): FoldedQuotes {
  const lines = body.replaceAll(/\r\n?/g, "\n").split("\n");
  const whole = { text: joinLines(lines), quoted: "" };
  const start = findQuote(lines);
  if (start === undefined) return whole;
  const end = findQuoteEnd(lines, start);
  const [quoted, below] = [lines.slice(start, end), lines.slice(end)];
  if (hasAnswerWithin(quoted)) return whole;
  const text = [joinLines(withoutSeparatorLine(lines.slice(0, start))), isSignature(below) ? "" : joinLines(below)]
    .filter(Boolean)
    .join("\n\n");
  return text === "" ? whole : { text, quoted: joinLines(quoted) };
}

function withoutSeparatorLine(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => !isBlank(line));
  return /^\s*[-_*]{3,}\s*$/.test(lines[last] ?? "") ? lines.slice(0, last) : lines;
}

const joinLines = (lines: string[]) => lines.join("\n").trim();
const isBlank = (line: string) => line.trim() === "";
const isQuoted = (line: string) => /^\s{0,3}>/.test(line);

function findQuote(lines: string[]): number | undefined {
  for (let at = 0; at < lines.length; at++) {
    const line = asciiFold((lines[at] ?? "").slice(0, introductionLengthMax)).trim();
    if (line === "") continue;
    if (separators.some((pattern) => pattern.test(line)) || isIntroduction(lines, at) || isQuotedHeader(lines, at))
      return at;
    if (isQuoted(lines[at] ?? "")) return at;
  }
  return undefined;
}

function isIntroduction(lines: string[], at: number): boolean {
  const first = asciiFold((lines[at] ?? "").slice(0, introductionLengthMax)).trim();
  const possible = writers.filter(([start]) => start.test(first) || /^(?:on|el|em|le) /.test(first));
  if (!possible.length) return false;
  let joined = "";
  for (const line of lines.slice(at, at + introductionLinesMax)) {
    if (isBlank(line) || isQuoted(line)) return false;
    joined = `${joined} ${asciiFold(line.slice(0, introductionLengthMax)).trim()}`.trim();
    if (possible.some(([start, end]) => start.test(joined) && end.test(joined))) return true;
  }
  return false;
}

function isQuotedHeader(lines: string[], at: number): boolean {
  const isHeadLine = (line: string) => headLine.test(asciiFold(line.slice(0, introductionLengthMax)).trim());
  const first = asciiFold((lines[at] ?? "").slice(0, introductionLengthMax)).trim();
  if (!senderLine.test(first)) return false;
  const following = lines.slice(at, at + 8).filter((line) => !isBlank(line));
  const end = following.findIndex((line) => !isHeadLine(line));
  return (end < 0 ? following.length : end) >= headLinesMin;
}

/** Returns the index after the last line that begins with ">", or the number of lines if none does from `start` on. */
function findQuoteEnd(lines: string[], start: number): number {
  const last = lines.findLastIndex(isQuoted);
  return last < start ? lines.length : last + 1;
}

function hasAnswerWithin(quoted: string[]): boolean {
  const first = quoted.findIndex(isQuoted);
  const lines = first < 0 ? [] : quoted.slice(first);
  return lines.some((line, at) => !isQuoted(line) && !isBlank(line) && !isContinued(lines, at));
}

/** Returns whether the line continues a long quoted line that a program wrapped without adding ">". */
const isContinued = (lines: string[], at: number) => isQuoted(lines[at - 1] ?? "") && isQuoted(lines[at + 1] ?? "");

const isSignature = (lines: string[]) => /^--\s?$/.test(lines.find((line) => !isBlank(line)) ?? "");

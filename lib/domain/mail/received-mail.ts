import { foldDomain } from "../mail-address.ts";
import { fold } from "../spelling.ts";
import type { Authentication } from "../submissions/core/inbound.ts";
import { parseReference, type SubmissionRef } from "../submissions/core/submission-ref.ts";

export class MailHeaders {
  readonly #fields: Map<string, { value: string }[]>;

  constructor(fields: { key: string; value: string }[]) {
    this.#fields = Map.groupBy(fields, ({ key }) => key);
  }

  readonly has = (name: string): boolean => this.#fields.has(name);

  all(name: string): string[] {
    return (this.#fields.get(name) ?? []).map(({ value }) => value);
  }

  first(name: string): string {
    return this.all(name)[0]?.trim() ?? "";
  }
}

const addressSource = String.raw`[^\s<>@,;:\\]+@[^\s<>@,;:\\]+`;
const mailbox = new RegExp(String.raw`^(?:[^<>@,;:\\]*<(${addressSource})>|(${addressSource}))$`, "u");

/** Empty unless there is exactly one mailbox (RFC 5322, 3.4). Text that programs may read as an address is one. */
export function readMailboxAddress(field: string): string {
  const [, bracketed, bare] = mailbox.exec(withoutQuotes(field).trim()) ?? [];
  return bracketed ?? bare ?? "";
}

/**
 * Reads the DMARC result from Authentication-Results (RFC 8601). Senders can forge such fields, but our own mail server
 * puts its field first, under the name `server`. Without `server`, the first field counts, whatever server it names.
 */
export function readAuthentication(
  headers: MailHeaders,
  { address, server }: { address: string; server: string | undefined },
): Authentication {
  const fields = headers.all("authentication-results");
  const [first = ""] = server === undefined ? fields : fields.filter((value) => readServer(value) === server);
  const parts = withoutQuotes(first).split(";");
  const results = parts.flatMap((part) => {
    const result = /^\s*dmarc\s*=\s*([a-z]+)/i.exec(part)?.[1]?.toLowerCase();
    return result === undefined ? [] : { result, domains: readFromDomains(part) };
  });
  if (results.some(({ result }) => result === "fail")) return "fail";
  const isConfirmed = ({ result, domains }: (typeof results)[number]) =>
    result === "pass" && domains.length > 0 && domains.every((domain) => domain === readDomain(address));
  return results.length && results.every(isConfirmed) ? "pass" : "none";
}

const readDomain = (address: string) => foldDomain(address.slice(address.lastIndexOf("@") + 1));

const readFromDomains = (part: string) =>
  Array.from(part.matchAll(/\sheader\.from\s*=\s*(\S+)/gi), ([, value = ""]) => readDomain(value));

/** Removes "quoted strings" and (comments), whose text the sender chooses. Empty if one is unterminated. */
function withoutQuotes(value: string): string {
  let [kept, depth, isQuoted] = ["", 0, false];
  for (let at = 0; at < value.length; at++) {
    const sign = value[at];
    if (sign === "\\" && (isQuoted || depth > 0)) at++;
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (sign === "(" && !isQuoted) depth++;
    else if (sign === ")" && depth > 0) depth--;
    else if (!isQuoted && depth === 0) kept += sign;
  }
  return isQuoted || depth > 0 ? "" : kept;
}

const readServer = (value: string) => /^\s*([^\s;]+)/.exec(value)?.[1]?.toLowerCase();

const referencesMax = 100;
const subjectReferencesMax = 5;

export function listAnsweredIds(headers: MailHeaders): string[] {
  const answered = [...headers.all("in-reply-to"), ...headers.all("references").map(reverseIds)];
  return answered.flatMap(listIds).slice(0, referencesMax);
}

const listIds = (text: string) => text.match(/<[^<>\s]{1,998}>/g) ?? [];
const reverseIds = (text: string) => listIds(text).reverse().join(" ");

export function listSubjectReferences(subject: string): SubmissionRef[] {
  const found = subject.match(/(?<![\p{L}\p{N}-])[EQ]-\d{1,10}(?![\p{L}\p{N}])/giu) ?? [];
  return found.slice(0, subjectReferencesMax).flatMap((text) => parseReference(text) ?? []);
}

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

const foldLine = (line = "") => fold(line.slice(0, introductionLengthMax)).trim();

function findQuote(lines: string[]): number | undefined {
  for (let at = 0; at < lines.length; at++) {
    const line = foldLine(lines[at]);
    if (line === "") continue;
    if (separators.some((pattern) => pattern.test(line)) || isIntroduction(lines, at) || isQuotedHeader(lines, at))
      return at;
    if (isQuoted(lines[at] ?? "")) return at;
  }
  return undefined;
}

function isIntroduction(lines: string[], at: number): boolean {
  const first = foldLine(lines[at]);
  const possible = writers.filter(([start]) => start.test(first) || /^(?:on|el|em|le) /.test(first));
  if (!possible.length) return false;
  let joined = "";
  for (const line of lines.slice(at, at + introductionLinesMax)) {
    if (isBlank(line) || isQuoted(line)) return false;
    joined = `${joined} ${foldLine(line)}`.trim();
    if (possible.some(([start, end]) => start.test(joined) && end.test(joined))) return true;
  }
  return false;
}

function isQuotedHeader(lines: string[], at: number): boolean {
  const isHeadLine = (line: string) => headLine.test(foldLine(line));
  const first = foldLine(lines[at]);
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

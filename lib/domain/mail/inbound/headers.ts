import { foldDomain } from "../../mail-address.ts";
import type { Authentication } from "../../submissions/core/inbound.ts";
import { parseReference, type SubmissionRef } from "../../submissions/core/submission-ref.ts";

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

/** Empty unless there is one mailbox (RFC 5322, 3.4). Any text that programs may read as an address counts as one. */
export function readMailboxAddress(field: string): string {
  const [, bracketed, bare] = mailbox.exec(withoutQuotes(field).trim()) ?? [];
  return bracketed ?? bare ?? "";
}

/**
 * Reads the DMARC result from Authentication-Results (RFC 8601). Senders can forge such fields, but our own mail server
 * puts its field first, under the name `server`. If undefined, the first field counts, whatever server it names.
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

export function asciiFold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

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

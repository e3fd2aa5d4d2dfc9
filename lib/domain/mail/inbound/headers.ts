import type { Authentication } from "../../submissions/inbound.ts";

/** The header fields of a mail by their names in lower case, each in its order. */
export class MailHeaders {
  readonly #values = new Map<string, string[]>();

  constructor(fields: { key: string; value: string }[]) {
    for (const { key, value } of fields) {
      const values = this.#values.get(key);
      if (values) values.push(value);
      else this.#values.set(key, [value]);
    }
  }

  readonly has = (name: string): boolean => this.#values.has(name);

  all(name: string): string[] {
    return this.#values.get(name) ?? [];
  }

  /** Trimmed; empty without such a field. */
  first(name: string): string {
    return this.all(name)[0]?.trim() ?? "";
  }
}

/**
 * The result of DMARC in Authentication-Results (RFC 8601). A sender may write such fields as well: those of `server`, the
 * name that our own mail server gives itself there, are above all others.
 */
export function readAuthentication(headers: MailHeaders, server: string | undefined): Authentication {
  const results = headers.all("authentication-results");
  const [first = ""] = server === undefined ? results : results.filter((value) => readServer(value) === server);
  const result = /[;\s]dmarc\s*=\s*([a-z]+)/i.exec(first)?.[1]?.toLowerCase();
  if (result === "pass") return "pass";
  return result === "fail" ? "fail" : "none";
}

const readServer = (value: string) => /^\s*([^\s;]+)/.exec(value)?.[1]?.toLowerCase();

/** In lower case and without accents. */
export function asciiFold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}

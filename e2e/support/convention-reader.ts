import { setTimeout as sleep } from "node:timers/promises";

/** Paths that public conventions define for every origin. */
export const conventions = {
  home: "/",
  robots: "/robots.txt",
  llms: "/llms.txt",
  aiCatalog: "/.well-known/ai-catalog.json",
  apiCatalog: "/.well-known/api-catalog",
} as const;

type Init = { accept?: string; method?: string; body?: string };

/** A client that knows only an origin. Requests only URLs that it has found there, and records where it found them. */
export class Reader {
  readonly origin: string;
  readonly language: string;
  readonly notes: string[] = [];
  readonly #sources = new Map<string, string>();

  constructor(origin: string, language: string) {
    this.origin = origin;
    this.language = language;
    for (const path of Object.values(conventions)) this.recordSource(new URL(path, origin).href, "convention");
  }

  recordSource(address: string, source: string): string {
    if (!this.#sources.has(address)) this.#sources.set(address, source);
    return address;
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** Notes a step and where its URL was found. @throws Error for a URL that was not found before */
  noteStep(step: string, address: string): void {
    const source = this.#sources.get(address);
    if (source === undefined) throw new Error(`${address} was not learned anywhere`);
    this.note(`${step} ${address} (from: ${source})`);
  }

  /** Requests a URL and follows redirects. @throws Error unless the request succeeds */
  async request(address: string, { accept = "*/*", method = "GET", body }: Init = {}) {
    this.noteStep(method, address);
    const headers = {
      accept,
      "accept-language": this.language,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const response = await fetch(address, { method, headers, body: body ?? null });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`);
    if (response.url !== address) this.recordSource(response.url, `redirect of ${address}`);
    const type = response.headers.get("content-type") ?? "";
    return { url: response.url, status: response.status, type, headers: response.headers, text };
  }

  async requestJson<Value>(address: string, init?: Init): Promise<Value> {
    return JSON.parse((await this.request(address, init)).text);
  }

  /** Finds the first target with the relation `rel` in the header Link (RFC 8288), and with the media type if given. */
  findLink({ url, headers }: { url: string; headers: Headers }, rel: string, type?: string): string {
    const links = (headers.get("link") ?? "").split(/,\s*(?=<)/).map((link) => {
      const [, target = "", parameters = ""] = /^<([^>]*)>(.*)$/.exec(link) ?? [];
      return { target, parameters };
    });
    const found = links.find(
      ({ parameters }) =>
        parameters.includes(`rel="${rel}"`) && (type === undefined || parameters.includes(`type="${type}"`)),
    );
    if (!found) throw new Error(`${url} has no Link with rel="${rel}"`);
    return this.recordSource(new URL(found.target, url).href, `Link rel="${rel}" of ${url}`);
  }

  /** Lists the links of a Markdown page by their texts. */
  listLinks({ url, text }: { url: string; text: string }): { name: string; address: string }[] {
    return [...text.matchAll(/\[([^\]]+)\]\((\S+?)\)/g)].map(([, name = "", target = ""]) => {
      return { name, address: this.recordSource(new URL(target, url).href, `link “${name}” of ${url}`) };
    });
  }
}

/** Returns the first item for which `isRight` is true. @throws Error that names `what` if there is none */
export function pick<Item>(items: Item[], what: string, isRight: (item: Item) => boolean): Item {
  const found = items.find(isRight);
  if (found === undefined) throw new Error(`Nothing to be found: ${what}`);
  return found;
}

/** Waits until `isTrue` returns true. @throws Error that names `what` after 30 seconds */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isTrue()) return;
    await sleep(100);
  }
  throw new Error(`Never came true: ${what}`);
}

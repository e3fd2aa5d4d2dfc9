import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { matchesEtag } from "../etag.ts";
import { isRenderedEachTime, mayBeKept, settleCaching, toPolicyHash, weakEtag } from "./caching.ts";
import { chooseCoding, compressibleBytesMin, encode, isCompressible, varyByCoding } from "./coding.ts";
import { dataScriptSources } from "./data-scripts.ts";
import { putScriptsOff, starterSources } from "./late-scripts.ts";
import { type Protection, pagePolicy, setFileProtection, setPageProtection } from "./security-headers.ts";

export type Asked = { method: string; acceptEncoding: string | undefined; ifNoneMatch: string | null };

/** Sends an answer of Next's, now that all of its body is known. */
export async function finishWhole(
  outgoing: ServerResponse,
  given: Buffer,
  asked: Asked,
  protection: Protection,
): Promise<void> {
  const type = tidyHead(outgoing, protection);
  const key = mayBeKept(outgoing) ? toPolicyHash(given) : undefined;
  const { body, policy } = type === "text/html" ? pageOf(given, protection, key) : { body: given, policy: "" };
  protect(outgoing, type, policy, protection);
  const isText = isCompressible(type) && body.length >= compressibleBytesMin && !outgoing.hasHeader("content-encoding");
  if (isText) varyByCoding(outgoing);
  if (key !== undefined && outgoing.statusCode === 200 && asked.method === "GET") {
    // A page that is kept keeps its policy, so that another policy makes it another page.
    const etag = weakEtag(toPolicyHash(`${key} ${policy}`));
    outgoing.setHeader("ETag", etag);
    if (matchesEtag(asked.ifNoneMatch, etag)) return endNotModified(outgoing);
  }
  const coding = isText ? chooseCoding(asked.acceptEncoding) : undefined;
  const payload = coding ? await encode(body, coding, isRenderedEachTime(outgoing) ? undefined : key) : body;
  if (coding) outgoing.setHeader("Content-Encoding", coding);
  outgoing.removeHeader("transfer-encoding");
  if (outgoing.statusCode !== 204 && outgoing.statusCode !== 304) {
    outgoing.setHeader("Content-Length", payload.length);
  }
  outgoing.end(payload);
}

/** The head of an answer that is too long to be looked through: its inline scripts do not run. */
export function finishHeadOnly(outgoing: ServerResponse, protection: Protection): void {
  const type = tidyHead(outgoing, protection);
  protect(outgoing, type, pagePolicy([], protection), protection);
}

const frameworkHeaders = /^(x-nextjs-|x-next-|x-middleware-|x-powered-by$)/;

/** Takes away what is Next's own affair. @returns the media type. */
function tidyHead(outgoing: ServerResponse, { isSecure }: Protection): string {
  const type = String(outgoing.getHeader("content-type") ?? "");
  const mediaType = (type.split(";", 1)[0] ?? "").trim().toLowerCase();
  for (const name of outgoing.getHeaderNames()) {
    // Next's script in the browser reads the others together with a page's data.
    const isRead = mediaType === "text/x-component" && /^x-nextjs-(?!cache$)/.test(name);
    if (frameworkHeaders.test(name) && !isRead) outgoing.removeHeader(name);
  }
  // Made of Next's bytes, not of what is sent.
  outgoing.removeHeader("etag");
  if (isSecure) secureCookies(outgoing);
  settleCaching(outgoing);
  return mediaType;
}

/** A site that is reached by https has its cookies sent by https alone. */
function secureCookies(outgoing: ServerResponse): void {
  const cookies = [outgoing.getHeader("set-cookie") ?? []].flat().map(String);
  const secured = cookies.map((cookie) => (/;\s*secure\s*(;|$)/i.test(cookie) ? cookie : `${cookie}; Secure`));
  if (cookies.length) outgoing.setHeader("Set-Cookie", secured);
}

function protect(outgoing: ServerResponse, type: string, policy: string, protection: Protection): void {
  if (type === "text/html") setPageProtection(outgoing, policy, protection);
  else setFileProtection(outgoing, type, protection);
}

/** A page as it is sent. */
type Page = { body: Buffer; policy: string };

const pages = new LRUCache<string, Page>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.length,
});

function pageOf(given: Buffer, protection: Protection, key: string | undefined): Page {
  const name = key && `${protection.isSecure} ${key}`;
  const known = name && pages.get(name);
  if (known) return known;
  const html = putScriptsOff(given.toString());
  const policy = pagePolicy([...dataScriptSources(html), ...starterSources(html)], protection);
  const page = { body: Buffer.from(html), policy };
  if (name) pages.set(name, page);
  return page;
}

function endNotModified(outgoing: ServerResponse): void {
  for (const name of ["content-type", "content-length", "transfer-encoding"]) outgoing.removeHeader(name);
  outgoing.statusCode = 304;
  outgoing.end();
}

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { receiptParameter, tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import { type Encodable, encodeForClient } from "../coding.ts";
import { matchesEtag } from "../etag.ts";

export type FrontPage = Encodable & { status: number; headers: OutgoingHttpHeaders };

export function createRedirectPage(location: string): FrontPage {
  return { status: 308, headers: { location, "cache-control": "no-store" }, body: Buffer.alloc(0), encoded: {} };
}

export function withoutCaching(page: FrontPage): FrontPage {
  const { etag: _, ...headers } = page.headers;
  return { ...page, headers: { ...headers, "cache-control": "no-store" } };
}

/** Replaces an error page with plain text for programs that asked for Markdown: they would read HTML as Markdown. */
export function toPlainTextPage({ status, headers }: FrontPage): FrontPage {
  const { etag: _, "content-security-policy": __, link: ___, ...rest } = headers;
  const text = status === 404 ? "There is no page at this address.\n" : "The page cannot be shown at the moment.\n";
  return {
    status,
    headers: { ...rest, "content-type": "text/plain; charset=utf-8" },
    body: Buffer.from(text),
    encoded: {},
  };
}

export async function sendPage(
  page: FrontPage,
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  search: string,
): Promise<void> {
  const etag = page.headers.etag;
  for (const [name, value] of Object.entries(page.headers)) if (value !== undefined) outgoing.setHeader(name, value);
  // A URL with a secret must not reach linked pages as their referrer.
  const query = new URLSearchParams(search);
  if (query.has(tokenParameter) || query.has(receiptParameter)) {
    outgoing.setHeader("referrer-policy", "no-referrer");
  }
  const isConfirmed = typeof etag === "string" && matchesEtag(headers["if-none-match"] ?? null, etag);
  if (page.status === 200 && isConfirmed) {
    outgoing.removeHeader("content-type");
    outgoing.writeHead(304).end();
    return;
  }
  const { body, coding } = await encodeForClient(headers["accept-encoding"], page, etag !== undefined);
  if (coding) outgoing.setHeader("content-encoding", coding);
  outgoing.setHeader("content-length", body.length);
  outgoing.writeHead(page.status).end(method === "HEAD" ? undefined : body);
}

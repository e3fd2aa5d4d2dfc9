// Only for `next start`, where Next's router runs before our route files.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Operation } from "../domain/operation.ts";
import { oncePerProcess } from "../server/process.ts";
import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { apiMethods, findOperation, supportsMethod } from "./methods.ts";
import { isBelowApi, isDecodable, isMcpPath, isNonCanonicalPath } from "./path.ts";

const secrets = oncePerProcess("next router", () => ({
  refusalPath: `/api/${randomUUID()}`,
  badTargetPath: `/api/${randomUUID()}`,
  mark: randomUUID(),
}));
const { refusalPath } = secrets;
/** Path that replaces a request target that is not one of our URLs. */
export const { badTargetPath } = secrets;
const markHeader = "x-prepared-request";
const state = oncePerProcess("marked requests", () => ({ areMarked: false }));

/** From now on, expects our mark on every request: one without it has bypassed rewriteRequestForNext(). */
export function requireRequestMarks(): void {
  state.areMarked = true;
}

/** Without this, Next would redirect `//`, backslashes and RSC requests, fail on undecodable paths, and omit Allow. */
export function rewriteRequestForNext(request: IncomingMessage): void {
  request.headers[markHeader] = secrets.mark;
  const { method = "", url = "" } = request;
  if (!isBelowApi(url) && !isMcpPath(url)) {
    // Next fails on TRACE: a web Request cannot have this method. proxy.ts refuses PURGE in the same way.
    if (method === "TRACE") request.method = "PURGE";
    return;
  }
  delete request.headers.rsc;
  const [path = ""] = url.split("?", 1);
  const operation = findOperation(path, method);
  // No slug contains the Unicode replacement character, so this path becomes a 404.
  if (!isDecodable(path)) rewriteTarget(request, path.replaceAll("%", "%EF%BF%BD"));
  else if (isNonCanonicalPath(path) || path.includes("//")) rewriteTarget(request, refusalPath);
  else if (!operation) rewriteTarget(request, url, apiMethods.includes(method) ? method : "GET");
  else if (!supportsMethod(operation, method)) rewriteTarget(request, refusalPath + path.replace(/\/$/, ""));
}

function rewriteTarget(
  request: IncomingMessage,
  url: string,
  method = request.method === "HEAD" ? "HEAD" : "GET",
): void {
  Object.assign(request, { url, method });
}

export function findRefusedOperation(path: string, method: string): Operation | undefined {
  return path.startsWith(refusalPath) ? findOperation(path.slice(refusalPath.length), method) : undefined;
}

/**
 * Drops X-Forwarded-For from a request without our mark: Next accepts connections before instrumentation.ts starts the
 * marking, so the caller may have set it.
 */
function withoutForgedAddress(request: ApiRequest): ApiRequest {
  if (!state.areMarked || request.headers.get(markHeader) === secrets.mark) return request;
  return withoutHeader(request, "x-forwarded-for");
}

function withoutHeader({ method, url, headers, body }: ApiRequest, hidden: string): ApiRequest {
  const get = (name: string) => (name.toLowerCase() === hidden ? null : headers.get(name));
  return { method, url, headers: { get }, body };
}

/** Adapts a handler for a route file, which is needed when Next's router runs without our own server. */
export function toRoute(handler: Handler): (request: Request) => Promise<Response> {
  // Next compresses responses itself, and drops our Content-Encoding header.
  return async (request) => toResponse(await handler(withoutHeader(withoutForgedAddress(request), "accept-encoding")));
}

export function toResponse({ status, headers, body }: ApiResponse): Response {
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(toWebBody(body), { status, headers: pairs });
}

function toWebBody(body: ApiResponse["body"]): BodyInit | null {
  // The cast is needed, because TypeScript has two types for this class: one for browsers, one for Node.
  if (body instanceof Readable) return Readable.toWeb(body) as ReadableStream<Uint8Array>;
  return body instanceof Uint8Array ? Buffer.from(body) : body;
}

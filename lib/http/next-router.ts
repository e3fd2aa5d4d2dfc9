// For `next start`, where Next's router stands before our route files.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Operation } from "../domain/operation.ts";
import { oncePerProcess } from "../server/once-per-process.ts";
import type { ApiRequest } from "./message.ts";
import { findOperation, serves } from "./methods.ts";
import { isBelowApi, isDecodable, isMcp, isOtherSpelling } from "./path.ts";

/** Nobody outside knows them. */
const secrets = oncePerProcess("next router", () => ({
  refusalPath: `/api/${randomUUID()}`,
  badTargetPath: `/api/${randomUUID()}`,
  mark: randomUUID(),
}));
const { refusalPath } = secrets;
/** The place of a request's target that is no address of ours. */
export const { badTargetPath } = secrets;
const markHeader = "x-prepared-request";
const state = oncePerProcess("marked requests", () => ({ areMarked: false }));

/** From now on a request without our mark came before leadToRoute() was there. */
export function expectMarks(): void {
  state.areMarked = true;
}

/** The methods that app/api/[[...rest]] exports. */
const routeMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Makes a request below /api that Next would answer itself one for a route file: Next redirects `//`, backslashes and
 * the header RSC, fails on paths that cannot be decoded, and answers methods that a route file lacks without Allow.
 */
export function leadToRoute(request: IncomingMessage): void {
  request.headers[markHeader] = secrets.mark;
  const { method = "", url = "" } = request;
  if (!isBelowApi(url) && !isMcp(url)) {
    // No web Request can have this method, and Next fails: proxy.ts refuses another one alike.
    if (method === "TRACE") request.method = "PURGE";
    return;
  }
  delete request.headers.rsc;
  const [path = ""] = url.split("?", 1);
  const operation = findOperation(path);
  // No slug has the replacement character, so this becomes a 404.
  if (!isDecodable(path)) readAt(request, path.replaceAll("%", "%EF%BF%BD"));
  else if (isOtherSpelling(path) || path.includes("//")) readAt(request, refusalPath);
  else if (!operation) readAt(request, url, routeMethods.includes(method) ? method : "GET");
  else if (!serves(operation, method)) readAt(request, refusalPath + path.replace(/\/$/, ""));
}

function readAt(request: IncomingMessage, url: string, method = request.method === "HEAD" ? "HEAD" : "GET"): void {
  Object.assign(request, { url, method });
}

/** The operation that a request with a wrong method was led away from. */
export function findRefused(path: string): Operation | undefined {
  return path.startsWith(refusalPath) ? findOperation(path.slice(refusalPath.length)) : undefined;
}

/**
 * Next takes connections before it calls instrumentation.ts: the X-Forwarded-For of those requests is the caller's own.
 */
export function withoutForgedAddress(request: ApiRequest): ApiRequest {
  const { method, url, headers, body } = request;
  if (!state.areMarked || headers.get(markHeader) === secrets.mark) return request;
  const get = (name: string) => (name.toLowerCase() === "x-forwarded-for" ? null : headers.get(name));
  return { method, url, headers: { get }, body };
}

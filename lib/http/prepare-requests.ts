import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../server/env.ts";
import { oncePerProcess } from "../server/process.ts";
import { logPage } from "./access-line.ts";
import { badTargetPath, requireRequestMarks, rewriteRequestForNext } from "./next-router.ts";
import { isBelowApi, isMcpPath, isNonCanonicalPath } from "./path.ts";
import { sendOutageAs503, startRequestNote } from "./request-note.ts";

const state = oncePerProcess("prepared requests", () => ({ isSubscribed: false }));

/**
 * Prepares each request before Next sees it. `usesNextRouter`: Next's own router serves the requests, as with `next
 * start` and in development, so they are rewritten and marked for it.
 */
export function prepareRequests({ usesNextRouter }: { usesNextRouter: boolean }): void {
  if (state.isSubscribed) return;
  state.isSubscribed = true;
  if (usesNextRouter) requireRequestMarks();
  subscribe("http.server.request.start", (message) => {
    if (!isNodeExchange(message)) return;
    const { request, response } = message;
    appendSocketAddress(request);
    request.url = isValidTarget(request) ? normalizeTarget(request.url ?? "/") : badTargetPath;
    if (!isBelowApi(request.url) && !isMcpPath(request.url)) {
      const note = startRequestNote();
      sendOutageAs503(response, note);
      logPage(request, response, note);
    }
    if (usesNextRouter) rewriteRequestForNext(request);
  });
}

/** Starts tracing once per process if an endpoint is set. Call this before prepareRequests(). */
export async function startTracing(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env();
  if (!endpoint) return;
  const { traceRequests } = await import("./tracing.ts");
  oncePerProcess("tracing", () => {
    traceRequests(endpoint);
    return {};
  });
}

type NodeExchange = { request: IncomingMessage; response: ServerResponse };

function isNodeExchange(message: unknown): message is NodeExchange {
  if (!(message instanceof Object && "request" in message && "response" in message)) return false;
  return message.request instanceof IncomingMessage && message.response instanceof ServerResponse;
}

/** Next adds the address only if X-Forwarded-For is missing, so without a proxy callers could invent an address. */
function appendSocketAddress(request: IncomingMessage): void {
  const typed = request.headers["x-forwarded-for"];
  const peer = request.socket.remoteAddress ?? "";
  request.headers["x-forwarded-for"] = typed ? `${typed}, ${peer}` : peer;
}

/** Matches characters that Next drops from a path. With them, a page would have a second path. */
const droppedByNext = /[\p{Cc}\u2028\u2029]| \/*$/u;

/** Returns whether the request target has one of the forms in RFC 9112, section 3.2, with a scheme that we serve. */
function isValidTarget({ method, url = "" }: IncomingMessage): boolean {
  return url.startsWith("/") || /^https?:\/\//i.test(url) || (method === "OPTIONS" && url === "*");
}

/**
 * Removes scheme and host (RFC 9112, 3.2.2). Outside /api, paths with dot segments, backslashes or characters that Next
 * drops, and undecodable ones, get a 404. Decodes twice, because Next decodes parts of a path a second time.
 */
function normalizeTarget(given: string): string {
  const rest = given.replace(/^https?:\/\/[^/?#]*/i, "");
  const url = rest.startsWith("/") ? rest : `/${rest}`;
  if (isBelowApi(url) || isMcpPath(url)) return url;
  const [path = ""] = url.split("?", 1);
  // The URL parser resolves these spellings, so Next would see a different path than we do.
  if (isNonCanonicalPath(path)) return "/%EF%BF%BD";
  try {
    if (!path.includes("%") || !droppedByNext.test(decodeURIComponent(decodeURIComponent(path)))) return url;
  } catch {
    // A path that cannot be decoded is rewritten below.
  }
  return path.replaceAll("%", "%EF%BF%BD") + url.slice(path.length);
}

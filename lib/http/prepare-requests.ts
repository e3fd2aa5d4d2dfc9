import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { redirectWrongMethod } from "./methods.ts";

const state: typeof globalThis & { encajePreparesRequests?: boolean } = globalThis;

/**
 * Readies each request before any handler sees it: once per process, for our own server or for `next start`, whose router
 * needs the redirects.
 */
export function prepareRequests({ redirects }: { redirects: boolean }): void {
  if (state.encajePreparesRequests) return;
  state.encajePreparesRequests = true;
  subscribe("http.server.request.start", (message) => {
    if (!hasRequest(message)) return;
    appendPeer(message.request);
    if (redirects) redirectWrongMethod(message.request);
  });
}

function hasRequest(message: unknown): message is { request: IncomingMessage } {
  return message instanceof Object && "request" in message && message.request instanceof IncomingMessage;
}

/**
 * Appends the socket's address to X-Forwarded-For, as a proxy would. Next fills the header only when the caller sent
 * none, so without this a caller of a directly exposed server could invent one.
 */
function appendPeer(request: IncomingMessage): void {
  const typed = request.headers["x-forwarded-for"];
  const peer = request.socket.remoteAddress ?? "";
  request.headers["x-forwarded-for"] = typed ? `${typed}, ${peer}` : peer;
}

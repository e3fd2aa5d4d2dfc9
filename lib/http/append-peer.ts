import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Appends the socket's address to X-Forwarded-For before any handler sees the request, as a proxy would. Next fills
 * the header only when the caller sent none, so without this a caller of a directly exposed server could invent one.
 */
export function appendPeerToForwardedFor(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const typed = request.headers["x-forwarded-for"];
    const peer = request.socket.remoteAddress ?? "";
    request.headers["x-forwarded-for"] = typed ? `${typed}, ${peer}` : peer;
  });
}

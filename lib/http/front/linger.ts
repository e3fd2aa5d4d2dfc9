import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long the client may read the response before we close the connection. */
export const lingerMilliseconds = 2_000;

/**
 * Lets a client that is still sending read its response. Closing a socket with unread bytes resets the connection, and
 * the client would not see the 413 (RFC 9112, 9.6).
 */
export function lingerOnClose(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on("request", (incoming) => latest.set(incoming.socket, incoming));
  server.on("connection", (socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const incoming = latest.get(socket);
      if (!incoming || incoming.complete) return destroySoon();
      socket.end();
      incoming.unpipe();
      incoming.resume();
      setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
    };
  });
}

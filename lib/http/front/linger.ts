import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long a connection that is to be closed waits for its client to read. */
export const lingerMilliseconds = 2_000;

/**
 * Lets a client that is still sending read its answer. Closing a socket with unread bytes resets the connection, and
 * the 413 would be lost on its way (RFC 9112, 9.6).
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

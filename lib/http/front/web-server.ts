import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getOrCreate } from "../../i18n/get-or-create.ts";
import { describeError, log } from "../../server/log.ts";
import { isStopping } from "../../server/process.ts";
import { BoundedMessage, isChunkFlood } from "../bounded-message.ts";
import { listen } from "../listen.ts";
import { respondToClientError } from "./front.ts";

const lingerMilliseconds = 2_000;

/** Reads on after the response: closing with unread bytes would reset the socket and lose the 413 (RFC 9112, 9.6). */
function lingerOnClose(server: Server): void {
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

type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Node checks a socket's progress once per period, so a stalled connection is cut after one to two periods. */
const stalledMilliseconds = 25_000;
/** Longer than a client waits for its upload (waitSeconds). A body without progress is cut as a stalled connection. */
const requestMilliseconds = 130_000;
const headersMilliseconds = 30_000;
/** A connection whose response waits in the system's buffers counts as idle. This closes it within a minute. */
const idleMilliseconds = 55_000;

/** How long close() waits for running requests: longer than a submission waits for a connection (lib/server/db.ts). */
const closeTimeoutMilliseconds = 12_000;

/** Maximum unanswered requests of a connection. Waiting requests need memory, and Node reads on while they wait. */
const pipelinedMax = 100;

export class WebServer {
  readonly server: Server;
  #isClosing = false;
  /** The requests of each connection that are not answered yet. */
  readonly #turns = new WeakMap<Socket, { last: Promise<void>; count: number }>();

  constructor({ timeout = stalledMilliseconds, keepAliveTimeout = idleMilliseconds, takesUpgrades = false } = {}) {
    this.server = createServer({
      requestTimeout: requestMilliseconds,
      headersTimeout: headersMilliseconds,
      keepAliveTimeout,
      IncomingMessage: BoundedMessage,
      // No limit here applies to upgraded connections. A client that only offers an upgrade (h2c) gets a normal answer.
      shouldUpgradeCallback: () => takesUpgrades,
    });
    this.server.timeout = timeout;
    lingerOnClose(this.server);
    disconnectStalledClients(this.server);
    this.server.on("clientError", respondToClientError);
  }

  serve(respond: Respond): void {
    this.server.on("request", (incoming, outgoing) => {
      if (isStopping()) outgoing.setHeader("Connection", "close");
      refuseFlood(incoming, outgoing);
      outgoing.once("finish", () => this.#isClosing && setImmediate(() => this.server.closeIdleConnections()));
      this.#respondInTurn(respond, incoming, outgoing).catch((error: unknown) => {
        log().error({ operation: "answerRequest", error: describeError(error) });
        outgoing.destroy();
      });
    });
  }

  /** Handles one request per connection at a time, because Node emits pipelined requests all at once. */
  async #respondInTurn(respond: Respond, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const turns = getOrCreate(this.#turns, socket, () => ({ last: Promise.resolve(), count: 0 }));
    if (turns.count >= pipelinedMax) return void socket.destroy();
    const before = turns.last;
    turns.count += 1;
    turns.last = new Promise<void>((resolve) => outgoing.once("close", resolve)).then(() => void turns.count--);
    await before;
    // After a response with Connection: close, the connection cannot carry another response.
    if (!socket.destroyed && !socket.writableEnded) await respond(incoming, outgoing);
  }

  listen(port: number, host: string): Promise<void> {
    return listen(this.server, port, host);
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      setTimeout(() => this.server.closeAllConnections(), closeTimeoutMilliseconds).unref();
    });
  }
}

function refuseFlood(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Reads the unread part of the body after the response. Node would discard it without counting its chunks.
  outgoing.prependOnceListener("finish", () => incoming.resume());
  incoming.on("error", (error) => {
    if (!isChunkFlood(error)) return;
    if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
    setTimeout(() => incoming.socket.destroy(), lingerMilliseconds).unref();
  });
}

function disconnectStalledClients(server: Server): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }, outgoing) => latest.set(socket, outgoing));
  server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) return socket.resetAndDestroy();
    const outgoing = latest.get(socket);
    // The client is still sending headers, which headersTimeout limits, or waits for our response.
    if (!outgoing || (outgoing.req.complete && !outgoing.writableFinished)) return undefined;
    // The response may still be in the system's buffers. A client that has read all of it closes its side, too.
    if (outgoing.writableFinished) socket.end();
    else respondToClientError(Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
    setTimeout(() => socket.resetAndDestroy(), lingerMilliseconds).unref();
    return undefined;
  });
}

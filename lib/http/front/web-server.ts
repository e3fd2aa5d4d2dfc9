import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describeError, log } from "../../server/log.ts";
import { isStopping } from "../../server/stopping.ts";
import { BoundedMessage, isChunkFlood } from "../bounded-message.ts";
import { explainListening } from "../listening.ts";
import { answerClientError } from "./front.ts";
import { lingerMilliseconds, lingerOnClose } from "./linger.ts";

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Node looks at a socket's progress once per period, so a stalled one is cut after one to two of them. */
const stalledMilliseconds = 25_000;
/** A connection whose answer waits in the system's buffers counts as idle, and is to be gone within a minute. */
const idleMilliseconds = 55_000;

/** Longer than a submission waits for its turn (lib/server/db.ts). */
const closingMilliseconds = 12_000;

/** The HTTP server without what it serves: bounds on time, connections and chunks, and its end. */
export class WebServer {
  readonly server: Server;
  #isClosing = false;
  readonly #answered = new WeakMap<Socket, Promise<void>>();

  constructor({ timeout = stalledMilliseconds, keepAliveTimeout = idleMilliseconds, takesUpgrades = false } = {}) {
    this.server = createServer({
      requestTimeout: 30_000,
      keepAliveTimeout,
      IncomingMessage: BoundedMessage,
      // An upgraded connection is out of every bound. Clients that only offer an upgrade, to h2c, get their answer.
      shouldUpgradeCallback: () => takesUpgrades,
    });
    this.server.timeout = timeout;
    lingerOnClose(this.server);
    cutStalled(this.server);
    this.server.on("clientError", answerClientError);
  }

  /** Answers every request from now on with `answer`. */
  serve(answer: Answer): void {
    this.server.on("request", (incoming, outgoing) => {
      if (isStopping()) outgoing.setHeader("Connection", "close");
      refuseFlood(incoming, outgoing);
      outgoing.once("finish", () => this.#isClosing && setImmediate(() => this.server.closeIdleConnections()));
      this.#answerInTurn(answer, incoming, outgoing).catch((error: unknown) => {
        log().error({ operation: "answerRequest", error: describeError(error) });
        outgoing.destroy();
      });
    });
  }

  /**
   * Node hands on all that a client sends without waiting for answers: one connection has one answer made at a time.
   */
  async #answerInTurn(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const before = this.#answered.get(socket);
    this.#answered.set(socket, new Promise((resolve) => outgoing.once("close", () => resolve())));
    await before;
    // After an answer with Connection: close, the next one could not be sent.
    if (!socket.destroyed && !socket.writableEnded) await answer(incoming, outgoing);
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once("error", (error: NodeJS.ErrnoException) => reject(explainListening(error, { port, host })));
      this.server.listen(port, host, resolve);
    });
  }

  /** Takes no new connection and lets the running requests end. */
  close(): Promise<void> {
    this.#isClosing = true;
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      setTimeout(() => this.server.closeAllConnections(), closingMilliseconds).unref();
    });
  }
}

/** The reader of a body is told that it was refused; here its connection is closed. */
function refuseFlood(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Node would throw an unread body away chunk by chunk, uncounted.
  outgoing.prependOnceListener("finish", () => incoming.resume());
  incoming.on("error", (error) => {
    if (!isChunkFlood(error)) return;
    if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
    setTimeout(() => incoming.socket.destroy(), lingerMilliseconds).unref();
  });
}

/** Cuts whoever takes nothing of an answer, and whoever is idle. */
function cutStalled(server: Server): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }, outgoing) => latest.set(socket, outgoing));
  server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) return socket.resetAndDestroy();
    // It waits for us, or is still asking, which requestTimeout bounds.
    if (!latest.get(socket)?.writableFinished) return undefined;
    // An answer in the buffers of the system may be unread: who has read it all hangs up, too.
    socket.end();
    setTimeout(() => socket.resetAndDestroy(), lingerMilliseconds).unref();
    return undefined;
  });
}

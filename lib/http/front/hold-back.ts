import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

type Then = {
  /** The answer has ended with this body; whoever is told ends the response. */
  onWhole: (body: Buffer) => void;
  /** The body outgrew `bytesMax`: the head can still be changed, what comes goes through as it comes. */
  onTooLong: () => void;
};
type Done = (error?: Error | null) => void;

/** Keeps what a handler sends until it is whole, so that the head can be written by what the body is. */
export function holdBack(outgoing: ServerResponse, bytesMax: number, { onWhole, onTooLong }: Then): void {
  const { write, end, writeHead, flushHeaders } = outgoing;
  const chunks: Buffer[] = [];
  let length = 0;
  let isBegun = false;
  let isEnded = false;
  let isHeld = true;

  const release = () => {
    isHeld = false;
    Object.assign(outgoing, { write, end, writeHead, flushHeaders });
    Reflect.deleteProperty(outgoing, "headersSent");
  };

  // Emptied: the response, and with it this closure, lives until a slow client has read the last byte.
  const takeBody = () => Buffer.concat(chunks.splice(0));

  const keep = (chunk: unknown, encoding: unknown): boolean => {
    isBegun = true;
    const bytes = toBuffer(chunk, encoding);
    length += bytes.length;
    chunks.push(bytes);
    if (length <= bytesMax) return true;
    release();
    onTooLong();
    return outgoing.write(takeBody());
  };

  Object.assign(outgoing, {
    flushHeaders: () => {
      isBegun = true;
    },
    writeHead: (status: number, ...rest: unknown[]) => {
      isBegun = true;
      outgoing.statusCode = status;
      if (typeof rest[0] === "string") outgoing.statusMessage = rest[0];
      setHeaders(outgoing, rest.at(-1));
      return outgoing;
    },
    write: (chunk: unknown, encoding?: unknown, done?: Done) => {
      const callback = typeof encoding === "function" ? (encoding as Done) : done;
      const isRoom = keep(chunk, encoding);
      if (callback) process.nextTick(callback);
      return isRoom;
    },
    end: (...given: unknown[]) => {
      isBegun = true;
      const callback = given.find((each) => typeof each === "function");
      if (callback) outgoing.once("finish", callback as Done);
      if (typeof given[0] === "string" || given[0] instanceof Uint8Array) keep(given[0], given[1]);
      if (!isHeld) return outgoing.end();
      isEnded = true;
      release();
      onWhole(takeBody());
      return outgoing;
    },
  });
  // To the handler, what it has sent is sent: it would begin a second answer, or set headers that come too late.
  Object.defineProperty(outgoing, "headersSent", { configurable: true, get: () => isBegun });
  Object.defineProperty(outgoing, "writableEnded", { configurable: true, get: () => isEnded || outgoing.finished });
}

function toBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk !== "string") return Buffer.from(chunk as Uint8Array);
  return Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
}

/** As writeHead takes them: an object, or names and values in turn. */
function setHeaders(outgoing: ServerResponse, headers: unknown): void {
  if (typeof headers !== "object" || headers === null) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
      if (value !== undefined) outgoing.setHeader(name, value);
    }
    return;
  }
  const flat = headers.flat() as OutgoingHttpHeader[];
  for (let at = 0; at + 1 < flat.length; at += 2) outgoing.setHeader(String(flat[at]), flat[at + 1] ?? "");
}

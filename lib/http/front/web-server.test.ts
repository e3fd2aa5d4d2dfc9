import { once } from "node:events";
import fs from "node:fs";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { allOperations } from "../../contract/all-operations.ts";
import type { Operation } from "../../domain/operation.ts";
import { isChunkFlood } from "../bounded-message.ts";
import { createFront, sendResponse } from "./front.ts";
import { WebServer } from "./web-server.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const servers: WebServer[] = [];
afterAll(() =>
  Promise.all(
    servers.map((web) => {
      web.server.closeAllConnections();
      return web.close();
    }),
  ),
);

async function serve(respond: Respond, timeouts = {}) {
  const web = new WebServer(timeouts);
  servers.push(web);
  web.serve(respond);
  await web.listen(0, "127.0.0.1");
  return (web.server.address() as AddressInfo).port;
}

function waitForClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

test("handles pipelined requests one at a time until the client disconnects", async () => {
  const running = { now: 0, most: 0, begun: 0 };
  const port = await serve(async (_, outgoing) => {
    running.begun += 1;
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await sleep(20);
    running.now -= 1;
    outgoing.end("x");
  });
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50));
  let received = "";
  for await (const part of socket.setEncoding("utf8")) {
    received += part;
    if (received.split("HTTP/1.1 200").length > 5) break;
  }
  await sleep(200);
  const { begun } = running;
  await sleep(200);
  expect(running).toEqual({ now: 0, most: 1, begun });
});

test("closes a connection with too many requests that wait", async () => {
  let begun = 0;
  const port = await serve(async () => void begun++);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(101));
  await waitForClose(socket);
  expect(begun).toBeLessThanOrEqual(1);
});

test("delivers the 413 response to a client that reads only after it has sent too much", async () => {
  const buildFolder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-build-"));
  onTestFinished(() => fs.rmSync(buildFolder, { recursive: true }));
  fs.mkdirSync(path.join(buildFolder, "static"));
  const port = await serve(createFront({ next: async () => undefined, buildFolder }));
  const socket = connect(port, "127.0.0.1").pause();
  const head = "POST /api/leads/contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
  // This body exceeds the system's buffers, but even a busy machine sends it before the server gives up.
  socket.end(`${head}${chunk.repeat(120)}0\r\n\r\n`);
  await once(socket, "finish");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
});

test("aborts a response whose body fails, so that it never looks complete", async () => {
  const begun = Promise.withResolvers<void>();
  async function* writeParts() {
    yield Buffer.alloc(10_000);
    await begun.promise;
    throw new Error("away");
  }
  const body = Readable.from(writeParts());
  const port = await serve((_, outgoing) => sendResponse({ status: 200, headers: {}, body }, outgoing));
  const [response] = (await once(request({ port, host: "127.0.0.1" }).end(), "response")) as [IncomingMessage];
  begun.resolve();
  await expect(buffer(response)).rejects.toMatchObject({ code: "ECONNRESET" });
});

describe("a chunked body", () => {
  const encodeChunks = (count: number, size: number) =>
    `${`${size.toString(16)}\r\n${" ".repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`;
  const head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";

  /** Starts a server that responds with the body's length; `seen` counts the parts read. */
  async function serveLengths() {
    const seen = { parts: 0, wireBytes: 0 };
    const port = await serve(async (incoming, outgoing) => {
      incoming.on("data", () => (seen.parts += 1));
      const body = await buffer(incoming).catch((error) => String(isChunkFlood(error) && "flood"));
      seen.wireBytes = incoming.socket.bytesRead;
      outgoing.end(typeof body === "string" ? body : String(body.length));
    });
    return { port, seen };
  }

  async function send(port: number, bytes: string): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part) => (received += part));
    // The server may reset the connection while the client is still sending.
    socket.on("error", () => undefined).write(bytes);
    await waitForClose(socket);
    return received.split("\r\n\r\n")[1] ?? "";
  }

  test("refuses a chunked body early if it has too many tiny chunks", async () => {
    const { port, seen } = await serveLengths();
    expect(await send(port, head + encodeChunks(200_000, 1))).toContain("flood");
    expect(seen.parts).toBe(0);
    expect(seen.wireBytes).toBeLessThan(300_000);
  });

  test("refuses a body of tiny chunks early even if no handler reads it", async () => {
    let socket: Socket | undefined;
    const port = await serve(async (incoming, outgoing) => {
      socket = incoming.socket;
      outgoing.end("answered");
    });
    expect(await send(port, head.replace("close", "keep-alive") + encodeChunks(200_000, 1))).toContain("answered");
    expect(socket?.bytesRead).toBeLessThan(300_000);
  });

  test("reads a chunked body in few parts, however small its chunks are", async () => {
    const { port, seen } = await serveLengths();
    expect(await send(port, head + encodeChunks(256, 16))).toContain("4096");
    expect(await send(port, head + encodeChunks(4096, 1))).toContain("4096");
    expect(await send(port, head + encodeChunks(16_384, 16))).toContain("262144");
    expect(seen.parts).toBeLessThan(200);
  });

  test("accepts a body that arrives one character at a time", async () => {
    const { port } = await serveLengths();
    const typed = request({ port, host: "127.0.0.1", method: "POST" });
    const answered = once(typed, "response") as Promise<[IncomingMessage]>;
    for (let at = 0; at < 100; at++) {
      typed.write("a");
      await sleep(2);
    }
    typed.end();
    expect(await text((await answered)[0])).toBe("100");
  });
});

const timeouts = { timeout: 500, keepAliveTimeout: 200 };

test("disconnects a client that stops in the middle of a body, with 408", async () => {
  const cut = Promise.withResolvers<void>();
  const port = await serve(async (incoming) => {
    incoming.socket.once("close", () => cut.resolve());
    await buffer(incoming).catch(() => undefined);
  }, timeouts);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  await cut.promise;
});

test("gives a slow upload as long as its client waits", () => {
  const uploads: Operation[] = allOperations.filter(({ bodyBytesMax }: Operation) => bodyBytesMax);
  const waits = uploads.map(({ waitSeconds = 0 }) => waitSeconds * 1_000);
  expect(Math.max(...waits)).toBe(120_000);
  const { server } = new WebServer();
  expect(server.requestTimeout).toBeGreaterThan(Math.max(...waits));
  expect(server.headersTimeout).toBe(30_000);
});

describe.concurrent("a slow reader", () => {
  const page = Buffer.alloc(24 * 1024 * 1024, "x");
  const ask = (port: number) => {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    return socket.on("error", () => undefined).pause();
  };

  /** Opens clients that never read their response of `length` bytes; resolves when the server has disconnected all. */
  async function cutReaders(length: number): Promise<Socket[]> {
    const cut = Array.from({ length: 20 }, () => Promise.withResolvers<void>());
    const rest = cut.values();
    const port = await serve(async ({ socket }, outgoing) => {
      socket.once("close", rest.next().value?.resolve ?? expect.unreachable);
      outgoing.end(page.subarray(0, length));
    }, timeouts);
    const readers = cut.map(() => ask(port));
    await Promise.all(cut.map(({ promise }) => promise));
    return readers;
  }

  test("disconnects a client that reads nothing, and frees the rest of the response", async () => {
    const readers = await cutReaders(page.length);
    await Promise.all(readers.map((reader) => waitForClose(reader.resume())));
    expect(new Set(readers.map(({ errored }) => errored?.message))).toEqual(new Set(["read ECONNRESET"]));
  });

  test("disconnects an idle client after a response that fits into the system's buffers", async () => {
    expect(await cutReaders(100_000)).toHaveLength(20);
  });

  test("sends the whole response to a slow client that keeps reading", async () => {
    const port = await serve(async (_, outgoing) => void outgoing.end(page), timeouts);
    let length = 0;
    const takeSlowly = (bytes: number) => {
      length += bytes;
      if (length >= page.length) socket.destroy();
      setTimeout(() => socket.resume(), 100);
      return false;
    };
    // The system frees buffer space only after a megabyte or two, so reading small parts would stall a busy machine.
    const onread = { buffer: Buffer.alloc(1024 * 1024), callback: takeSlowly };
    const socket = connect({ port, host: "127.0.0.1", onread }).on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await waitForClose(socket);
    expect(length).toBeGreaterThanOrEqual(page.length);
  });

  test("does not disconnect a client that waits for a response", async () => {
    const port = await serve(async (_, outgoing) => {
      await sleep(1_500);
      outgoing.end("late");
    }, timeouts);
    const [response] = (await once(request({ port, host: "127.0.0.1" }).end(), "response")) as [IncomingMessage];
    expect(await text(response)).toBe("late");
  });
});

import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { isChunkFlood } from "./bounded-message.ts";
import { WebServer } from "./web-server.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

async function serve(answer: Answer, timeouts = {}) {
  const web = new WebServer(timeouts);
  web.serve(answer);
  await web.listen(0, "127.0.0.1");
  onTestFinished(() => {
    web.server.closeAllConnections();
    return web.close();
  });
  return (web.server.address() as AddressInfo).port;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

describe("a body in chunks", () => {
  const inChunks = (count: number, size: number) =>
    `${`${size.toString(16)}\r\n${" ".repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`;
  const head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";

  /** Answers with the body's length and the parts it was read in. */
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
    // Cut while it still sends, it may be reset.
    socket.on("error", () => undefined).write(bytes);
    await closed(socket);
    return received.split("\r\n\r\n")[1] ?? "";
  }

  test("is refused early when they are tiny and many", async () => {
    const { port, seen } = await serveLengths();
    expect(await send(port, head + inChunks(200_000, 1))).toContain("flood");
    expect(seen.parts).toBe(0);
    expect(seen.wireBytes).toBeLessThan(300_000);
  });

  test("is refused early when nobody reads it", async () => {
    let socket: Socket | undefined;
    const port = await serve(async (incoming, outgoing) => {
      socket = incoming.socket;
      outgoing.end("answered");
    });
    expect(await send(port, head.replace("close", "keep-alive") + inChunks(200_000, 1))).toContain("answered");
    expect(socket?.bytesRead).toBeLessThan(300_000);
  });

  test("is read in few parts, however small they are", async () => {
    const { port, seen } = await serveLengths();
    expect(await send(port, head + inChunks(256, 16))).toContain("4096");
    expect(await send(port, head + inChunks(4096, 1))).toContain("4096");
    expect(await send(port, head + inChunks(16_384, 16))).toContain("262144");
    expect(seen.parts).toBeLessThan(200);
  });

  test("may be typed, letter by letter", async () => {
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

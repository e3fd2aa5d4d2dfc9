import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { appendPeerToForwardedFor } from "./append-peer.ts";
import { clientIpOf } from "./client-ip.ts";

appendPeerToForwardedFor();

/** Answers with the header as a handler sees it. */
const server = createServer((incoming, outgoing) => {
  outgoing.end(JSON.stringify(incoming.headers["x-forwarded-for"]));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

afterAll(() => {
  server.close();
});

async function seenWith(typed: string | string[] | undefined): Promise<string> {
  const headers = typed === undefined ? {} : { "X-Forwarded-For": typed };
  const outgoing = send({ port, host: "127.0.0.1", headers }).end();
  const [response] = await once(outgoing, "response");
  return JSON.parse(await text(response));
}

test("a handler sees the socket's address last, whatever the caller wrote", async () => {
  expect(await seenWith(undefined)).toBe("127.0.0.1");
  expect(await seenWith("")).toBe("127.0.0.1");
  expect(await seenWith("203.0.113.9")).toBe("203.0.113.9, 127.0.0.1");
  expect(await seenWith(["203.0.113.9", "203.0.113.10"])).toBe("203.0.113.9, 203.0.113.10, 127.0.0.1");
  expect(await seenWith("203.0.113.9, ")).toMatch(/, 127\.0\.0\.1$/);
});

test("so a directly exposed server counts by the socket, and one behind a proxy by what the proxy saw", async () => {
  for (const typed of [undefined, "203.0.113.9", "127.0.0.2, 127.0.0.3", ",", "garbage"]) {
    const headers = new Headers({ "x-forwarded-for": await seenWith(typed) });
    expect(clientIpOf(headers, 0)).toBe("127.0.0.1");
  }
  const proxied = new Headers({ "x-forwarded-for": await seenWith("198.51.100.1, 203.0.113.9") });
  expect(clientIpOf(proxied, 1)).toBe("203.0.113.9");
});

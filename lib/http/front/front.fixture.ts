import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { prepareRequests } from "../prepare-requests.ts";
import { createFront } from "./front.ts";
import { getPageHeaders } from "./security-headers.ts";

export type Next = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

prepareRequests({ usesNextRouter: false });

/** Starts a server like scripts/serve.ts, with `next` instead of Next. It stops when the test ends. */
export async function serveFront(next: Next, files: Record<string, string | Buffer> = {}) {
  const buildFolder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-build-"));
  fs.mkdirSync(path.join(buildFolder, "static"));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(buildFolder, name)), { recursive: true });
    fs.writeFileSync(path.join(buildFolder, name), content);
  }
  const front = createFront({
    next: async (incoming, outgoing) => next(incoming, outgoing),
    buildFolder,
  });
  const server = createServer(front).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    fs.rmSync(buildFolder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Received> => {
    const sent = request({ port, host: "127.0.0.1", method, path: url, headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const body = await buffer(response);
    return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() };
  };
  return { ask, buildFolder };
}

/** Creates a page as Next renders it for one request: its scripts carry the nonce of its policy. */
export function pageWithNonce(nonce: string, content = ""): { html: string; policy: string } {
  const loaded = '<script src="/_next/static/chunks/a-1.js" async="" nonce="N"></script>';
  const preload = '<link rel="preload" as="script" fetchPriority="low" nonce="N" href="/_next/static/chunks/b.js"/>';
  const data = 'self.__next_f.push([1,"{\\"nonce\\":\\"N\\"}"])';
  const scripts = `<script nonce="N" id="_R_">first()</script><script nonce="N">${data}</script>`;
  const html = `<!DOCTYPE html><html lang="en"><head>${preload}${loaded}</head><body>${content}${scripts}</body></html>`;
  const policy = getPageHeaders(`'nonce-${nonce}'`, { isSecure: false })["Content-Security-Policy"] ?? "";
  return { html: html.replaceAll('"N', `"${nonce}`), policy };
}

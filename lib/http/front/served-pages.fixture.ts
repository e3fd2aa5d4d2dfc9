import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { answerBeforeNext } from "./front.ts";
import { createPages } from "./pages.ts";

export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
export type Received = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
type Given = { isSecure?: boolean; files?: Record<string, string | Buffer>; formPaths?: string[] };

/** A server as in scripts/serve.ts, with `handler` in the place of Next. It lives as long as the test. */
export async function servePages(handler: Handler, { isSecure = false, files = {}, formPaths = [] }: Given = {}) {
  const buildFolder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-build-"));
  fs.mkdirSync(path.join(buildFolder, "static"));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(buildFolder, name)), { recursive: true });
    fs.writeFileSync(path.join(buildFolder, name), content);
  }
  const pages = createPages({ isSecure, buildFolder, formPaths });
  const server = createServer(async (incoming, outgoing) => {
    if (!(await answerBeforeNext(incoming, outgoing, pages))) handler(incoming, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    fs.rmSync(buildFolder, { recursive: true });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const ask = async (url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Received> => {
    const sent = request({ port, host: "127.0.0.1", method, path: url, headers }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const body = await buffer(response);
    return { status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() };
  };
  return { ask, buildFolder };
}

/** Answers everything with this page, as Next answers with a static one. */
export function staticPage(html: string): Handler {
  return (_, outgoing) => {
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    outgoing.setHeader("Cache-Control", "s-maxage=31536000");
    outgoing.setHeader("Vary", "rsc");
    outgoing.end(html);
  };
}

import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { randomAddress } from "./test.ts";

export function waitForResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once("response", resolve).once("error", reject));
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };
type Options = { method?: string; headers?: Record<string, string>; body?: Buffer[]; url?: string };

/**
 * Sends one request unchanged, from a new client address. `fetch` would normalise the path, refuse some methods and
 * headers, and decompress the response.
 */
export function rawRequest(path: string, { method = "GET", headers, body, url }: Options = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url ?? process.env.E2E_URL ?? "");
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const request = httpRequest({
    hostname,
    port,
    path,
    method,
    headers: { "x-forwarded-for": randomAddress(), ...headers },
  });
  // The server may respond and close the connection while we are still sending. An error then has no effect.
  request.on("error", reject);
  request.on("response", async (response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      const json: unknown = text ? JSON.parse(text) : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
    } catch (error) {
      reject(error);
    }
  });
  const [first, ...others] = body ?? [];
  if (others.length) Readable.from([first, ...others]).pipe(request);
  else request.end(first);
  return promise;
}

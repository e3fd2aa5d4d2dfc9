import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  ProtocolErrorCode,
  type Server,
  validateHostHeader,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { AppError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Site } from "../server/site.ts";
import { protocolHeaders } from "./door.ts";

export type ReadHeaders = Pick<Headers, "get">;
/** `body` is empty for a notification. */
export type McpResponse = { status: number; body: string | Buffer };

export async function respondToMessage(
  build: () => Server,
  headers: ReadHeaders,
  message: JsonObject,
): Promise<McpResponse> {
  const response = await respondWithServer(build, toWebRequest(headers), message);
  return { status: response.status, body: await response.text() };
}

async function respondWithServer(build: () => Server, request: Request, message: JsonObject): Promise<Response> {
  // The SDK would keep a stream open for each subscription, although our lists never change.
  if (message.method === "subscriptions/listen") return methodNotFound(message);
  if (await isLegacyRequest(request, message)) return respondToLegacy(request, message, build());
  return createMcpHandler(build, { legacy: "reject" }).fetch(request, { parsedBody: message });
}

function toWebRequest(headers: ReadHeaders): Request {
  const sent = protocolHeaders.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Request("http://localhost/mcp", { method: "POST", headers: sent });
}

function methodNotFound({ id = null }: JsonObject): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 404 });
}

/** For clients of the 2024 and 2025 revisions: the SDK's own fallback would respond with an event stream. */
async function respondToLegacy(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Prevents DNS rebinding: a page could reach a server in the visitor's network under the page's own host name. */
export function refuseForeignRequest(headers: ReadHeaders, { url }: Site): void {
  const hostnames = [new URL(url).hostname, ...localhostAllowedHostnames()];
  if (!validateHostHeader(headers.get("host"), hostnames).ok) {
    throw new AppError("forbidden", "The Host header does not match SITE_URL: a proxy must pass on the original Host.");
  }
  if (!validateOriginHeader(headers.get("origin"), hostnames).ok) {
    throw new AppError("forbidden", "Pages on other sites may not call this server.");
  }
}

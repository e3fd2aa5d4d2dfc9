import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSiteSecure } from "../../server/env.ts";
import { dispatch } from "../dispatch.ts";
import type { ApiRequest, ApiResponse } from "../message.ts";
import { isBelowApi, isMcpPath } from "../path.ts";
import { mcpRoute } from "../routes.ts";
import { findSiteRoute } from "../site-routes.ts";
import { listAssets, respondWithAsset } from "./asset-files.ts";
import { findMethodRefusal, findMissingFileRefusal, type MethodRefusal } from "./page-methods.ts";
import { getFileHeaders } from "./security-headers.ts";
import { type NextHandler, SitePages } from "./site-pages.ts";

type Options = {
  next: NextHandler;
  buildFolder: string;
};

export function createFront({ next, buildFolder }: Options): NextHandler {
  const site = { isSecure: isSiteSecure() };
  const assets = listAssets(path.join(buildFolder, "static"), "/_next/static");
  const pages = new SitePages(next);
  return async (incoming, outgoing) => {
    const { method = "", url = "/" } = incoming;
    if (isMcpPath(url)) return sendResponse(await mcpRoute(new NodeRequest(incoming)), outgoing);
    if (isBelowApi(url)) return sendResponse(await dispatch(new NodeRequest(incoming)), outgoing);
    const [pathname = ""] = url.split("?", 1);
    const siteRoute = findSiteRoute(method, pathname);
    if (siteRoute) {
      outgoing.setHeaders(new Map(Object.entries(getFileHeaders(pathname, site))));
      return sendResponse(await siteRoute(new NodeRequest(incoming)), outgoing);
    }
    // Methods that Next does not know are refused here, because Next would throw an error.
    const refusal = findMethodRefusal(method, pathname);
    if (refusal) return sendRefusal(refusal, incoming, outgoing, site);
    const asset = assets.get(decodeURIComponent(pathname));
    if (asset && (await respondWithAsset(asset, incoming, outgoing, site))) return undefined;
    const missing = findMissingFileRefusal(pathname);
    if (missing) return sendRefusal(missing, incoming, outgoing, site);
    if (!(await pages.respond(incoming, outgoing))) await next(incoming, outgoing);
    return undefined;
  };
}

function sendRefusal(
  { status, headers, text }: MethodRefusal,
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  site: { isSecure: boolean },
): void {
  outgoing.setHeaders(new Map(Object.entries(getFileHeaders("", site))));
  outgoing.writeHead(status, headers).end(method === "HEAD" ? undefined : text);
}

/** Adapts a Node request for handlers, without the copies that a web Request would make. */
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ApiRequest["headers"];
  readonly body: ApiRequest["body"];

  constructor(incoming: IncomingMessage) {
    this.method = incoming.method ?? "";
    this.url = `http://localhost${incoming.url}`;
    this.headers = { get: (name) => incoming.headers[name.toLowerCase()]?.toString() ?? null };
    this.body = {
      getReader: () => {
        // The body is not destroyed when its reader stops early, so that the client can still read the response.
        const chunks = incoming.iterator({ destroyOnReturn: false });
        return {
          read: async () => {
            const { done = false, value } = await chunks.next();
            return { done, value };
          },
          // Lets web-server.ts discard the unread part of the body.
          releaseLock: () => void chunks.return?.(),
        };
      },
    };
  }
}

export async function sendResponse({ status, headers, body }: ApiResponse, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, headers);
  if (body instanceof Readable) await pipeline(body, outgoing).catch(() => outgoing.destroy());
  else outgoing.end(body);
}

const parserFaults: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Responds with an ApiError to requests that Node's parser refuses, because they reach no handler. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = parserFaults[error.code ?? ""] ?? "400 Bad Request";
  const body = JSON.stringify({ error: `The request could not be read: ${status.slice(4).toLowerCase()}.` });
  const headers = ["Content-Type: application/json; charset=utf-8", `Content-Length: ${Buffer.byteLength(body)}`];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`);
}

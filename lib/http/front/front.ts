import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { allOperations } from "../../contract/all-operations.ts";
import type { Operation } from "../../contract/operation.ts";
import { answer } from "../exchange.ts";
import { setOperationHeaders } from "../handle.ts";
import { isServed, wrongMethod } from "../methods.ts";
import { notFound, nothingHere } from "../not-found.ts";
import type { Pages } from "./pages.ts";
import { originForm } from "./request-line.ts";

/** The methods that Next hands to a route handler. */
const routable = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Stands before Next in scripts/serve.ts; true when it has answered. Under /api it answers what Next would answer
 * without JSON: methods that it does not know or that a route file does not export, paths it cannot decode and paths it
 * would redirect. All else is for `pages`, where they are given.
 */
export async function answerBeforeNext(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pages?: Pages,
): Promise<boolean> {
  const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
  if (!/^\/api(\/|$)/.test(path)) return pages ? answerPage(incoming, outgoing, pages) : false;
  dropRouterHeaders(incoming);
  const response = await refuseBeforeNext(path, incoming);
  if (!response) return false;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
  return true;
}

function answerPage(incoming: IncomingMessage, outgoing: ServerResponse, pages: Pages): Promise<boolean> {
  const url = incoming.url ?? "";
  if (!/^https?:\/\//i.test(url)) return pages(incoming, outgoing);
  incoming.url = originForm(url);
  return answerBeforeNext(incoming, outgoing, pages);
}

/** With these, Next takes a request for one of its own page transitions and answers with a redirect. */
function dropRouterHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (/^(rsc$|next-)/.test(name)) delete headers[name];
}

async function refuseBeforeNext(
  path: string,
  { method = "", headers }: IncomingMessage,
): Promise<Response | undefined> {
  const isPathOdd = /\/\/|\\/.test(path) || !isDecodable(path);
  const [operation, ...others] = findOperations(path);
  if (!isPathOdd && routable.has(method) && (!operation || isServed([operation, ...others], method))) return undefined;
  // The Request constructor refuses some methods; of the request, the answers only look at HEAD and the request id.
  const given = headers["x-request-id"];
  const request = new Request("http://localhost/", {
    method: method === "HEAD" ? "HEAD" : "GET",
    headers: typeof given === "string" ? { "x-request-id": given } : {},
  });
  if (!operation) return notFound(request);
  return answer(operation.operationId, request, async (exchange) => {
    setOperationHeaders(exchange, operation);
    throw isPathOdd ? nothingHere() : wrongMethod([operation, ...others]);
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const patterns = allOperations.map((operation) => {
  const source = operation.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
  return { operation, pattern: new RegExp(`^/api${source}/?$`) };
});

function findOperations(path: string): Operation[] {
  return patterns.flatMap(({ operation, pattern }) => (pattern.test(path) ? [operation] : []));
}

const parserFaults: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** What Node's parser refuses reaches no handler: it too is answered as an ApiError. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = parserFaults[error.code ?? ""] ?? "400 Bad Request";
  const body = JSON.stringify({ error: `The request could not be read: ${status.slice(4).toLowerCase()}.` });
  const headers = ["Content-Type: application/json; charset=utf-8", `Content-Length: ${Buffer.byteLength(body)}`];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`);
}

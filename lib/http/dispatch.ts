import { type ApiRequest, type ApiResponse, answer, type Handler } from "./exchange.ts";
import { setOperationHeaders } from "./handle.ts";
import { findOperation, findRefused, wrongMethod } from "./methods.ts";
import { deskNotFound, notFound } from "./not-found.ts";
import { routes } from "./routes.ts";

const publicRoutes = new Map<string, Handler>(Object.entries(routes));
let deskRoutes: Promise<Map<string, Handler>> | undefined;

/** Loaded with the first request to the desk: the public API does without the sign-in's library. */
function loadDeskRoutes(): Promise<Map<string, Handler>> {
  deskRoutes ??= import("./desk-routes.ts").then((loaded) => new Map(Object.entries(loaded.deskRoutes)));
  return deskRoutes;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Answers every request below /api. */
export async function dispatch(request: ApiRequest): Promise<ApiResponse> {
  const { pathname } = new URL(request.url);
  const refused = findRefused(pathname);
  if (refused) {
    return answer(refused.operationId, request, async (exchange) => {
      setOperationHeaders(exchange, refused);
      throw wrongMethod(refused);
    });
  }
  const operation = isDecodable(pathname) ? findOperation(pathname) : undefined;
  if (!operation) return /^\/api\/admin(\/|$)/.test(pathname) ? deskNotFound(request) : notFound(request);
  const known = operation.access ? await loadDeskRoutes() : publicRoutes;
  const handler = known.get(operation.operationId);
  if (!handler) throw new Error(`${operation.operationId} has no handler`);
  return handler(request);
}

import type { AppError } from "../domain/errors.ts";
import type { Operation } from "../domain/operation.ts";
import { respond } from "./exchange.ts";
import { setOperationHeaders } from "./handle.ts";
import { bookingWebhookPath, handleBookingWebhook } from "./handle-booking-webhook.ts";
import { handleInboundMail, inboundMailPath } from "./handle-inbound-mail.ts";
import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { createWrongMethodError, findOperation } from "./methods.ts";
import { badTargetPath, findRefusedOperation } from "./next-router.ts";
import { createNotFoundError, deskNotFound, notFound, respondToBadTarget } from "./not-found.ts";
import { isDecodable, isNonCanonicalPath, readPathname } from "./path.ts";
import { routes } from "./routes.ts";

const publicRoutes = new Map<string, Handler>(Object.entries(routes));
let deskRoutes: Promise<Map<string, Handler>> | undefined;

/** Loads the desk's routes with the first request to them, because the public API does not need the sign-in library. */
function loadDeskRoutes(): Promise<Map<string, Handler>> {
  deskRoutes ??= Promise.all([import("./desk-routes.ts"), import("./operator-routes.ts")]).then(
    ([desk, api]) => new Map(Object.entries({ ...desk.deskRoutes, ...api.operatorRoutes })),
  );
  return deskRoutes;
}

export async function dispatch(request: ApiRequest): Promise<ApiResponse> {
  if (isNonCanonicalPath(request.url)) return notFound(request);
  const pathname = readPathname(request.url);
  if (pathname === badTargetPath) return respondToBadTarget(request);
  if (pathname === inboundMailPath) return handleInboundMail(request);
  if (pathname === bookingWebhookPath) return handleBookingWebhook(request);
  const refused = findRefusedOperation(pathname, request.method);
  if (refused) return respondWithRefusal(refused, request, createWrongMethodError(refused));
  const operation = findOperation(pathname, request.method);
  if (!operation) return /^\/api\/admin(\/|$)/.test(pathname) ? deskNotFound(request) : notFound(request);
  if (!isDecodable(pathname)) return respondWithRefusal(operation, request, createNotFoundError());
  const known = operation.access ? await loadDeskRoutes() : publicRoutes;
  const handler = known.get(operation.operationId);
  if (!handler) throw new Error(`${operation.operationId} has no handler`);
  return handler(request);
}

function respondWithRefusal(operation: Operation, request: ApiRequest, error: AppError): Promise<ApiResponse> {
  return respond(operation.operationId, request, async (exchange) => {
    setOperationHeaders(exchange, operation);
    throw error;
  });
}

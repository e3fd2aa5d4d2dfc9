import { AppError } from "../domain/errors.ts";
import { respond } from "./exchange.ts";
import { admitCaller } from "./handle.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";

export function notFound(request: ApiRequest): Promise<ApiResponse> {
  return respond("notFound", request, async () => {
    throw createNotFoundError();
  });
}

export function respondToBadTarget(request: ApiRequest): Promise<ApiResponse> {
  return respond("notFound", request, async () => {
    throw new AppError("invalid_input", "The target of the request must be a path, such as /api/healthz.");
  });
}

/** Responds with 404 below the desk. Checks the session first, so that strangers cannot find out which paths exist. */
export function deskNotFound(request: ApiRequest): Promise<ApiResponse> {
  return respond("notFound", request, async (exchange) => {
    await admitCaller(exchange, { access: "operator" });
    throw createNotFoundError();
  });
}

export function createNotFoundError(): AppError {
  return new AppError("not_found", "There is nothing at this address. The operations are listed in /api/openapi.json.");
}

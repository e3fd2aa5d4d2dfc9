import { AppError } from "../domain/errors.ts";
import { answer } from "./exchange.ts";
import { admit, setOperationHeaders } from "./handle.ts";
import { findRefused, wrongMethod } from "./methods.ts";

/** Answers unknown paths under /api, and requests from `redirectWrongMethod`. */
export function notFound(request: Request): Promise<Response> {
  const operations = findRefused(new URL(request.url).pathname);
  const [operation] = operations;
  return answer(operation?.operationId ?? "notFound", request, async (exchange) => {
    if (!operation) throw nothingHere();
    setOperationHeaders(exchange, operation);
    throw wrongMethod(operations);
  });
}

/** As `notFound`, below /api/admin: strangers must not learn which paths exist. */
export function deskNotFound(request: Request): Promise<Response> {
  return answer("notFound", request, async (exchange) => {
    await admit(exchange, { access: "operator" });
    throw nothingHere();
  });
}

export function nothingHere(): AppError {
  return new AppError("not_found", "There is nothing at this address. The operations are listed in /api/openapi.json.");
}

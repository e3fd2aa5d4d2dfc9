import { AppError } from "../domain/errors.ts";
import { admit, answer } from "./handle.ts";

/** The answer to every path under /api that is no operation's. */
export function notFound(request: Request): Promise<Response> {
  return answer("notFound", request, async () => {
    throw nothingHere();
  });
}

/** As `notFound`, below /api/admin: strangers learn nothing of its paths. */
export function deskNotFound(request: Request): Promise<Response> {
  return answer("notFound", request, async (exchange) => {
    await admit(exchange, { access: "operator" });
    throw nothingHere();
  });
}

export function nothingHere(): AppError {
  return new AppError("not_found", "There is nothing at this address. The operations are listed in /api/openapi.json.");
}

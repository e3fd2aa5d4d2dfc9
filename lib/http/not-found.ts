import { AppError } from "../domain/errors.ts";
import { answerError } from "./answer.ts";

/** The answer to every path under /api that is no operation's. */
export function notFound(request: Request): Response {
  const error = new AppError(
    "not_found",
    "There is nothing at this address. The operations are listed in /api/openapi.json.",
  );
  return answerError(error, request, { "X-Content-Type-Options": "nosniff" });
}

import { AppError } from "../domain/errors.ts";
import { describeError, log } from "../server/log.ts";
import { errorStatusOf } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** The one log line of a request. No name, e-mail, text or address. */
export function logExchange(exchange: Exchange, status: number, startedAt: number, error?: unknown): void {
  const line = {
    operation: exchange.name,
    status,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    requestId: exchange.requestId,
    ...exchange.logged,
    ...(error instanceof AppError && error.code ? { code: error.code } : {}),
  };
  // A form is sent on to a page also when the service is at fault.
  const told = error === undefined ? status : Math.max(status, errorStatusOf(error));
  if (told < 500) log().info(line);
  else log().error({ ...line, error: describeError(error) });
}

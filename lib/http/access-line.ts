import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../server/env.ts";
import { log } from "../server/log.ts";
import { publishRequest, readRequestId, roundDuration } from "./exchange.ts";
import { toPattern } from "./page-patterns.ts";

/**
 * Logs a request outside /api (pages, refusals, redirects), unless its handler does. Build files are logged only when
 * they fail.
 */
export function logPage(request: IncomingMessage, response: ServerResponse, note: { isLogged: boolean }): void {
  const startedAt = performance.now();
  const { method, url = "", headers, socket } = request;
  const write = () => {
    if (note.isLogged || socket.localPort === env().METRICS_PORT) return;
    const operation = toPattern(url.split("?", 1)[0] ?? "");
    const status = response.statusCode;
    const milliseconds = performance.now() - startedAt;
    publishRequest({ operation, status, milliseconds });
    if (operation === "/_next" && status < 400) return;
    const line = {
      operation,
      method,
      status,
      durationMs: roundDuration(milliseconds),
      requestId: readRequestId(headers["x-request-id"]?.toString()),
      ...(response.writableFinished ? {} : { isAborted: true }),
    };
    if (status < 500) log().info(line);
    else log().error(line);
  };
  response.once("close", AsyncResource.bind(write));
}

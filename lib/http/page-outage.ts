// For pages that fail because the database is unavailable: Next responds with a 500 and hides the reason.
import type { ServerResponse } from "node:http";
import { AppError } from "../domain/errors.ts";
import { describeError, log } from "../server/log.ts";
import { beginNote, findNote } from "./request-note.ts";

const retryAfterSeconds = 5;

/** Turns a 500 into a 503 if notePageError() notes an outage. Call it before the render, in the same async context. */
export function expectOutage(response: ServerResponse, note = beginNote()): void {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isOutage = status === 500 && note.isUnavailable;
    if (isOutage) response.setHeader("Retry-After", retryAfterSeconds);
    return Reflect.apply(writeHead, response, [isOutage ? 503 : status, ...rest]);
  };
}

/** instrumentation.ts calls this with a page's error and the pattern of its route. */
export function notePageError(error: unknown, route: string): void {
  log().error({ route, error: describeError(error) }, "a page failed");
  const note = findNote();
  if (note && error instanceof AppError && error.kind === "unavailable") note.isUnavailable = true;
}

// For pages that fail because the database is away: Next answers them with a 500, and keeps the reason to itself.
import type { ServerResponse } from "node:http";
import { AppError } from "../domain/errors.ts";
import { describeError, log } from "../server/log.ts";
import { beginNote, findNote } from "./request-note.ts";

const retryAfterSeconds = 5;

/**
 * Makes a 500 of this response a 503 if notePageError() learns why. Call it before the page is made, in the same
 * context.
 */
export function expectOutage(response: ServerResponse, note = beginNote()): void {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isOutage = status === 500 && note.isUnavailable;
    if (isOutage) response.setHeader("Retry-After", retryAfterSeconds);
    return Reflect.apply(writeHead, response, [isOutage ? 503 : status, ...rest]);
  };
}

/** Called by instrumentation.ts with what a page threw, and the pattern of its route. */
export function notePageError(error: unknown, route: string): void {
  log().error({ route, error: describeError(error) }, "a page failed");
  const note = findNote();
  if (note && error instanceof AppError && error.kind === "unavailable") note.isUnavailable = true;
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { AppError } from "../domain/errors.ts";
import { describeError, log } from "../server/log.ts";
import { oncePerProcess } from "../server/once-per-process.ts";

/** State of a request outside /api. */
type RequestNote = {
  /** The database is unavailable; Next does not report it. */
  isUnavailable: boolean;
  /** The handler has written the log line. */
  isLogged: boolean;
};

const notes = oncePerProcess("request notes", () => new AsyncLocalStorage<RequestNote>());

/** Starts a note for the request of the current async context. */
export function beginNote(): RequestNote {
  const note = { isUnavailable: false, isLogged: false };
  notes.enterWith(note);
  return note;
}

export const findNote = () => notes.getStore();

// For pages that fail because the database is unavailable: Next responds with a 500 and hides the reason.

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

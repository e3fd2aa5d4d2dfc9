import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { AppError } from "../domain/errors.ts";
import { describeError, log } from "../server/log.ts";
import { oncePerProcess } from "../server/process.ts";

type RequestNote = {
  /** The render failed because the database is unavailable. Next does not report the reason. */
  isUnavailable: boolean;
  isLogged: boolean;
};

const notes = oncePerProcess("request notes", () => new AsyncLocalStorage<RequestNote>());

export function startRequestNote(): RequestNote {
  const note = { isUnavailable: false, isLogged: false };
  notes.enterWith(note);
  return note;
}

export const findRequestNote = () => notes.getStore();

const retryAfterSeconds = 5;

/** Next would send a 500 and hide the reason. Call this before the render, in the same async context. */
export function sendOutageAs503(response: ServerResponse, note = startRequestNote()): void {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isOutage = status === 500 && note.isUnavailable;
    if (isOutage) response.setHeader("Retry-After", retryAfterSeconds);
    return Reflect.apply(writeHead, response, [isOutage ? 503 : status, ...rest]);
  };
}

export function notePageError(error: unknown, route: string): void {
  log().error({ route, error: describeError(error) }, "a page failed");
  const note = findRequestNote();
  if (note && error instanceof AppError && error.kind === "unavailable") note.isUnavailable = true;
}

import { AsyncLocalStorage } from "node:async_hooks";
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

import { AsyncLocalStorage } from "node:async_hooks";
import { oncePerProcess } from "../server/once-per-process.ts";

/** What is learnt of a request outside /api while it is answered. */
type RequestNote = {
  /** The database is away, which Next keeps to itself. */
  isUnavailable: boolean;
  /** Its handler has written the log line. */
  isLogged: boolean;
};

const notes = oncePerProcess("request notes", () => new AsyncLocalStorage<RequestNote>());

/** Begins a note for the request that is answered in this context. */
export function beginNote(): RequestNote {
  const note = { isUnavailable: false, isLogged: false };
  notes.enterWith(note);
  return note;
}

export const findNote = () => notes.getStore();

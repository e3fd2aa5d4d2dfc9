import "server-only";
import { writeShownOnce } from "./shown-once.ts";

/** What was typed into the first field of a form that was refused: an address of the web never holds a person's. */
export const typedCookie = "desk.typed";
const charactersMax = 254;

/** Values of Set-Cookie, for the form's page below `path`. */
export function keepTyped(path: string, value: unknown): string[] {
  if (typeof value !== "string") return [];
  const kept = encodeURIComponent(value.slice(0, charactersMax).toWellFormed());
  return [writeShownOnce({ name: typedCookie, path }, kept)];
}

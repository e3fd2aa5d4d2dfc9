import "server-only";
import { createHmac } from "node:crypto";
import { env } from "../env.ts";

/** A hash with AUTH_SECRET, in base64url, of a value of some kind: the value cannot be read from it, nor guessed. */
export function keyedHash(kind: string, value: string): string {
  return createHmac("sha256", env().AUTH_SECRET ?? "")
    .update(`${kind} ${value}`)
    .digest("base64url");
}

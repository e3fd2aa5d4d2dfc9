import "server-only";
import { createHmac } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import { env } from "../env.ts";

/** @throws AppError `unavailable` when the desk is switched off. */
export function requireSecret(): string {
  const secret = env().AUTH_SECRET;
  if (secret === undefined) throw new AppError("unavailable", "The desk is switched off: AUTH_SECRET is not set.");
  return secret;
}

/**
 * A hash with AUTH_SECRET, in base64url, of a value of some kind: the value cannot be read from it, nor guessed.
 * @throws AppError `unavailable` when the desk is switched off.
 */
export function keyedHash(kind: string, value: string): string {
  return createHmac("sha256", requireSecret()).update(`${kind} ${value}`).digest("base64url");
}

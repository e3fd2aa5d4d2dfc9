import { AppError } from "../domain/errors.ts";

/**
 * What a page is told of a refusal that holds for now alone: `rate_limited` with the minutes to wait, at least one, or
 * `unavailable`. Undefined for any other.
 */
export function laterQueryOf(error: unknown): Record<string, string> | undefined {
  const kind = error instanceof AppError ? error.kind : "internal";
  if (kind === "unavailable" || kind === "internal") return { problem: "unavailable" };
  if (kind !== "rate_limited") return undefined;
  const seconds = error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0;
  return { problem: kind, minutes: String(Math.max(1, Math.ceil(seconds / 60))) };
}

import "server-only";
import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import type { Auth } from "./better-auth.ts";

const instances = new WeakMap<Pool, Auth>();

/** @throws AppError `unavailable` when the desk is switched off */
function requireAuthSecret(): string {
  const secret = env().AUTH_SECRET;
  if (secret === undefined) throw new AppError("unavailable", "The desk is switched off: AUTH_SECRET is not set.");
  return secret;
}

/** Nobody can confirm a guess of `value` from the database alone. @throws AppError `unavailable` if the desk is off */
export function hashWithKey(kind: string, value: string): string {
  return createHmac("sha256", requireAuthSecret()).update(`${kind} ${value}`).digest("base64url");
}

export function isDeskOn(): boolean {
  return env().AUTH_SECRET !== undefined;
}

/** `refused` is the error code of better-auth. */
export type SignInRefusal = { refused: string };

/**
 * Returns better-auth's 4xx errors as codes.
 * @throws AppError `unavailable` if the desk is off or the database is unavailable
 */
export async function withAuth<Result>(work: (auth: Auth) => Promise<Result>): Promise<Result | SignInRefusal> {
  const secret = requireAuthSecret();
  // Load better-auth's 500 modules only here: every page and route imports this file.
  const { createAuth, isAPIError } = await import("./better-auth.ts");
  return database(async (_client, pool) => {
    const auth = instances.get(pool) ?? createAuth(pool, secret);
    instances.set(pool, auth);
    try {
      return await work(auth);
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return { refused: String(error.body?.code ?? error.status) };
      throw error;
    }
  }, "desk");
}

export function isSignInRefusal(result: unknown): result is SignInRefusal {
  return typeof result === "object" && result !== null && "refused" in result;
}

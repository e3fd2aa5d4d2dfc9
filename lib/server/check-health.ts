import "server-only";
import { AppError } from "../domain/errors.ts";
import { requireCurrentCode } from "./code-level.ts";
import { database, listConnections } from "./db.ts";
import { requireBackgroundProcess } from "./host.ts";
import { isStopping } from "./process.ts";

/** Does not use the database (contract 2.7). */
export async function checkHealth() {
  return { status: "ok" };
}

/**
 * @throws AppError `unavailable` when this server is stopping, when the database does not respond or requires newer
 * code, or when no process sends mails and deletes expired data
 */
export async function checkReadiness() {
  if (isStopping()) throw new AppError("unavailable", "This instance is stopping.", { retryAfterSeconds: 1 });
  requireBackgroundProcess();
  await database((_db, pool) => requireCurrentCode(pool, { isFresh: true }), "readiness");
  return { status: "ok", database: "ok" } as const;
}

export const readConnections = () => listConnections();

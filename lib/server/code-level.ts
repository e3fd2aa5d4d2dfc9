import "server-only";
import type pg from "pg";
import { AppError } from "../domain/errors.ts";
import { toPreparedStatement } from "./db.ts";
import { oncePerProcess } from "./process.ts";

/**
 * If a migration is incompatible with older code, raise this number and let the migration set `code_floor` to it. Not
 * for additive migrations: during an upgrade, servers of both versions use the same tables.
 */
export const codeLevel = 3;

const trustedMilliseconds = 5_000;
const state = oncePerProcess("code level", () => ({ checkedAt: Number.NEGATIVE_INFINITY }));

/** Queries the database at most every five seconds, unless `isFresh`. */
export async function isCodeTooOld(pool: pg.Pool, { isFresh = false } = {}): Promise<boolean> {
  if (!isFresh && performance.now() - state.checkedAt < trustedMilliseconds) return false;
  const { rows } = await pool.query<{ level: number }>(
    toPreparedStatement({ name: "code_floor", text: "SELECT level FROM code_floor" }),
  );
  if ((rows[0]?.level ?? 0) > codeLevel) return true;
  state.checkedAt = performance.now();
  return false;
}

/** @throws AppError `unavailable` when the database requires newer code */
export async function requireCurrentCode(pool: pg.Pool, options?: { isFresh?: boolean }): Promise<void> {
  if (!(await isCodeTooOld(pool, options))) return;
  throw new AppError("unavailable", "This instance is older than its database, and cannot use it. Try again later.", {
    retryAfterSeconds: 60,
  });
}

import "server-only";
import type pg from "pg";
import { AppError } from "../domain/errors.ts";
import { prepared } from "./db.ts";
import { oncePerProcess } from "./once-per-process.ts";

/**
 * Raised with a migration that older code cannot live with, which sets the level of `code_floor` to the same. An additive
 * migration raises nothing: during an upgrade, instances of both versions run on its tables.
 */
export const codeLevel = 1;

const trustedMilliseconds = 5_000;
const state = oncePerProcess("code level", () => ({ checkedAt: Number.NEGATIVE_INFINITY }));

/**
 * Looks at most every five seconds, unless `isFresh`.
 * @throws AppError `unavailable` on tables that only newer code can live with
 */
export async function requireCurrentCode(pool: pg.Pool, { isFresh = false } = {}): Promise<void> {
  if (!isFresh && performance.now() - state.checkedAt < trustedMilliseconds) return;
  const { rows } = await pool.query<{ level: number }>(
    prepared({ name: "code_floor", text: "SELECT level FROM code_floor" }),
  );
  if ((rows[0]?.level ?? 0) > codeLevel) {
    throw new AppError("unavailable", "This instance is older than its database, and cannot use it. Try again later.", {
      retryAfterSeconds: 60,
    });
  }
  state.checkedAt = performance.now();
}

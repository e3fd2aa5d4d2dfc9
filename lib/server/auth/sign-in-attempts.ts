import "server-only";
import { createHmac } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";

const windowSeconds = 900;
export const attemptsPerAccountMax = 10;
export const attemptsPerClientMax = 30;

type Limit = { key: string; max: number };

/**
 * Counts an attempt to sign in, per account and per client, before any work on a password. Fails closed: where it
 * cannot be counted, nobody signs in.
 * @throws AppError `rate_limited` or `unavailable`
 */
export async function spendSignInAttempt(by: { email: string; clientIp: string }, now: Date): Promise<void> {
  await spend(
    [
      { key: keyOf("account", by.email), max: attemptsPerAccountMax },
      { key: keyOf("client", by.clientIp), max: attemptsPerClientMax },
    ],
    now,
  );
}

/**
 * Counts an attempt of an operator, who is signed in, to give the password again. As `spendSignInAttempt`, but on
 * counts that only operators reach.
 * @throws AppError `rate_limited` or `unavailable`
 */
export async function spendConfirmation(by: { operatorId: string; clientIp: string }, now: Date): Promise<void> {
  await spend(
    [
      { key: keyOf("confirmation", by.operatorId), max: attemptsPerAccountMax },
      { key: keyOf("confirming client", by.clientIp), max: attemptsPerClientMax },
    ],
    now,
  );
}

/**
 * Counts an attempt at a second factor, per client; the account's own count is better-auth's.
 * @throws AppError `rate_limited` or `unavailable`
 */
export async function spendCodeAttempt(clientIp: string, now: Date): Promise<void> {
  await spend([{ key: keyOf("code", clientIp), max: attemptsPerClientMax }], now);
}

/**
 * Takes a code of the app out of use: seen by someone else, it is worth nothing.
 * @returns false when it was used before, in this window or the last one; a code is valid for less.
 */
export async function spendCode(operatorId: string, code: string, now: Date): Promise<boolean> {
  const key = keyOf("used code", `${operatorId} ${code}`);
  const start = windowStartOf(now);
  const counts = await count([{ key, max: 1 }], new Date(start * 1000));
  const earlier = await database(
    (db) => db.signInAttempt.count({ where: { key, windowStart: new Date((start - windowSeconds) * 1000) } }),
    "desk",
  );
  return counts.get(key) === 1 && earlier === 0;
}

/** The keys tell nothing: they are hashes with the secret, and the windows' rows go when they are over. */
function keyOf(kind: string, value: string): string {
  return createHmac("sha256", env().AUTH_SECRET ?? "")
    .update(`${kind} ${value}`)
    .digest("base64url");
}

/** Seconds since 1970. */
function windowStartOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
}

async function spend(limits: Limit[], now: Date): Promise<void> {
  const start = windowStartOf(now);
  const counts = await count(limits, new Date(start * 1000));
  if (limits.every(({ key, max }) => (counts.get(key) ?? Number.POSITIVE_INFINITY) <= max)) return;
  const retryAfterSeconds = Math.ceil(start + windowSeconds - now.getTime() / 1000);
  throw new AppError("rate_limited", "Too many attempts. Please try again later.", { retryAfterSeconds });
}

/** One statement, so that of parallel attempts each is counted. In the order of the keys, so that none waits in a ring. */
async function count(limits: Limit[], windowStart: Date): Promise<Map<string, number>> {
  const keys = limits.map(({ key }) => key).sort();
  return database(async (_client, pool) => {
    const { rows } = await pool.query<{ key: string; count: number }>(
      `INSERT INTO sign_in_attempts (key, window_start, count)
       SELECT key, $2, 1 FROM unnest($1::text[]) WITH ORDINALITY AS given(key, place) ORDER BY place
       ON CONFLICT (key, window_start) DO UPDATE SET count = sign_in_attempts.count + 1
       RETURNING key, count`,
      [keys, windowStart],
    );
    if (rows.some((row) => row.count === 1)) {
      await pool.query("DELETE FROM sign_in_attempts WHERE window_start < $1::timestamptz - $2 * INTERVAL '1 second'", [
        windowStart,
        windowSeconds,
      ]);
    }
    return new Map(rows.map((row) => [row.key, row.count]));
  }, "desk");
}

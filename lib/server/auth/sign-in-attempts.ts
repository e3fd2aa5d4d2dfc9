import "server-only";
import { AppError } from "../../domain/errors.ts";
import type { AuditAction } from "../audit.ts";
import { database } from "../db.ts";
import { keyedHash } from "./keyed-hash.ts";
import { findKnownPlaces, type SignInClient } from "./known-places.ts";

const windowSeconds = 900;
export const attemptsPerAccountMax = 10;
export const attemptsPerClientMax = 30;
/** At one account from all known networks: an operator may make as many networks known as they like. */
export const attemptsFromNetworksMax = 50;

/** Whose account is locked once a limit is exceeded, as the audit log says it. */
type Lock = { email: string; action: AuditAction; from: "a known network" | "elsewhere" };
type Limit = { key: string; max: number; lock?: Lock };

/**
 * Counts an attempt at a step of the sign-in, before any work on what was given. Attempts at an account count per
 * device that it has signed in from, per network that an operator has signed in from, and together from everywhere
 * else: what strangers try does not keep out who comes from a known place. Whoever is not on a device of their own
 * counts per client as well. Known and unknown accounts cost the same work. Fails closed: where it cannot be counted,
 * nobody signs in.
 * @throws AppError `rate_limited` or `unavailable`
 */
export async function spendAttempt(
  step: "password" | "code",
  email: string,
  client: SignInClient,
  now: Date,
): Promise<void> {
  const { device, isNetworkKnown } = await findKnownPlaces(step, email, client, now);
  const accountLimit = (from: string, where: string) => ({
    key: keyedHash(`${step} from ${from}`, `${email} ${where}`),
    max: attemptsPerAccountMax,
  });
  // A device that is used up, perhaps by a thief of its cookie, is a place like any other.
  if (device && (await hasRoom([accountLimit("device", device)], now))) return;
  const action = step === "password" ? "sign_in_locked" : "second_factor_locked";
  const from = isNetworkKnown ? "a known network" : "elsewhere";
  const limit = accountLimit(from, isNetworkKnown ? client.clientIp : "");
  const limits: Limit[] = [{ ...limit, lock: { email, action, from } }, clientLimit(`${step} client`, client.clientIp)];
  if (isNetworkKnown) limits.push({ key: keyedHash(`${step} from networks`, email), max: attemptsFromNetworksMax });
  await spend(limits, now);
}

/**
 * Counts an attempt of an operator, who is signed in, to give the password again, on counts that only operators reach.
 * @throws AppError `rate_limited` or `unavailable`
 */
export async function spendConfirmation(by: { operatorId: string; clientIp: string }, now: Date): Promise<void> {
  const account = { key: keyedHash("confirmation", by.operatorId), max: attemptsPerAccountMax };
  await spend([account, clientLimit("confirming client", by.clientIp)], now);
}

function clientLimit(kind: string, clientIp: string): Limit {
  return { key: keyedHash(kind, clientIp), max: attemptsPerClientMax };
}

/**
 * Takes a code of the app out of use: seen by someone else, it is worth nothing.
 * @returns false when it was used before, in this window or the last one; a code is valid for less.
 */
export async function spendCode(operatorId: string, code: string, now: Date): Promise<boolean> {
  const key = keyedHash("used code", `${operatorId} ${code}`);
  const isFirst = await hasRoom([{ key, max: 1 }], now);
  const windowStart = new Date((windowStartOf(now) - windowSeconds) * 1000);
  const earlier = await database((db) => db.signInAttempt.count({ where: { key, windowStart } }), "desk");
  return isFirst && earlier === 0;
}

/** Seconds since 1970. */
function windowStartOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
}

async function spend(limits: Limit[], now: Date): Promise<void> {
  if (await hasRoom(limits, now)) return;
  const retryAfterSeconds = Math.ceil(windowStartOf(now) + windowSeconds - now.getTime() / 1000);
  throw new AppError("rate_limited", "Too many attempts. Please try again later.", { retryAfterSeconds });
}

/**
 * Counts, and tells whether all limits are kept. One statement, so that of parallel attempts each is counted, and one
 * of them alone is the one that locks. In the order of the keys, so that none waits in a ring.
 */
async function hasRoom(limits: Limit[], now: Date): Promise<boolean> {
  const windowStart = new Date(windowStartOf(now) * 1000);
  const keys = limits.map(({ key }) => key).sort();
  const { key, max, lock } = limits.find((limit) => limit.lock) ?? {};
  return database(async (_client, pool) => {
    const { rows } = await pool.query<{ key: string; count: number }>(
      `WITH counted AS (
         INSERT INTO sign_in_attempts (key, window_start, count)
         SELECT key, $2, 1 FROM unnest($1::text[]) WITH ORDINALITY AS given(key, place) ORDER BY place
         ON CONFLICT (key, window_start) DO UPDATE SET count = sign_in_attempts.count + 1
         RETURNING key, count
       ), logged AS (
         INSERT INTO audit_entries (at, operator_id, actor, action, details)
         SELECT $3, id, email, $4, jsonb_build_object('from', $5::text) FROM counted JOIN operators ON email = $6
         WHERE key = $7 AND count = $8 + 1
       )
       SELECT key, count FROM counted`,
      [keys, windowStart, now, lock?.action, lock?.from, lock?.email, key, max],
    );
    if (rows.some((row) => row.count === 1)) {
      await pool.query("DELETE FROM sign_in_attempts WHERE window_start < $1::timestamptz - $2 * INTERVAL '1 second'", [
        windowStart,
        windowSeconds,
      ]);
    }
    const counts = new Map(rows.map((row) => [row.key, row.count]));
    return limits.every(({ key, max }) => (counts.get(key) ?? Number.POSITIVE_INFINITY) <= max);
  }, "desk");
}

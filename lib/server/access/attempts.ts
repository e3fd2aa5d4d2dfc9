import "server-only";
import { AppError } from "../../domain/errors.ts";
import type { AuditAction } from "../audit.ts";
import { database } from "../db.ts";
import { createToken } from "../derived-keys.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { hashWithKey } from "./auth.ts";

export type SignInClient = {
  clientIp: string;
  userAgent: string;
  cookie: string;
  /** Token that identifies a known device. Empty if the browser has none. */
  deviceToken: string;
};

const windowSeconds = 900;
export const knownSeconds = 90 * 24 * 60 * 60;
export const attemptsPerAccountMax = 10;
export const attemptsPerClientMax = 30;
/** Limit for all known networks of an account together, because an operator can make any number of networks known. */
const attemptsFromNetworksMax = 50;

type Lock = { email: string; action: AuditAction; from: "a known network" | "elsewhere" };
type Limit = { key: string; max: number; lock?: Lock };

/**
 * Counts an attempt, before any work on the input. Fails closed: an attempt that cannot be counted is refused.
 * - Each account has one count per known device, one per known network, one for all known networks together, and one
 *   for all other places, so that strangers cannot lock operators out of known places. Attempts from unknown devices
 *   also count against the limit of their IP address.
 * - Known and unknown accounts cost the same work, so that timing reveals no account.
 * @throws AppError `rate_limited`
 */
export async function spendAttempt(
  step: "password" | "code",
  email: string,
  client: SignInClient,
  now: Date,
): Promise<void> {
  const { device, isNetworkKnown } = await findKnownDeviceAndNetwork(step, email, client, now);
  const accountLimit = (from: string, where: string) => ({
    key: hashWithKey(`${step} from ${from}`, `${email} ${where}`),
    max: attemptsPerAccountMax,
  });
  // If a known device has no attempts left, treat it as unknown, because a thief may be using its cookie.
  if (device && (await countAttempt([accountLimit("device", device)], now))) return;
  const action = step === "password" ? "sign_in_locked" : "second_factor_locked";
  const from = isNetworkKnown ? "a known network" : "elsewhere";
  const limit = accountLimit(from, isNetworkKnown ? client.clientIp : "");
  const limits: Limit[] = [
    { ...limit, lock: { email, action, from } },
    createClientLimit(`${step} client`, client.clientIp),
  ];
  if (isNetworkKnown) limits.push({ key: hashWithKey(`${step} from networks`, email), max: attemptsFromNetworksMax });
  await requireAttemptAllowed(limits, now);
}

/** Sign-ins count separately, so that strangers cannot use up this limit. @throws AppError `rate_limited` */
export async function spendPasswordCheck(by: { operatorId: string; clientIp: string }, now: Date): Promise<void> {
  const account = { key: hashWithKey("confirmation", by.operatorId), max: attemptsPerAccountMax };
  await requireAttemptAllowed([account, createClientLimit("confirming client", by.clientIp)], now);
}

function createClientLimit(kind: string, clientIp: string): Limit {
  return { key: hashWithKey(kind, clientIp), max: attemptsPerClientMax };
}

/** @returns false if the code was used in this time window or the previous one. A code expires before both are over. */
export async function consumeTotpCode(operatorId: string, code: string, now: Date): Promise<boolean> {
  const key = hashWithKey("used code", `${operatorId} ${code}`);
  const isFirst = await countAttempt([{ key, max: 1 }], now);
  const windowStart = new Date((toWindowStartSeconds(now) - windowSeconds) * 1000);
  const earlier = await database((db) => db.signInAttempt.count({ where: { key, windowStart } }), "desk");
  return isFirst && earlier === 0;
}

export async function purgeAttempts({ now }: { now: Date }): Promise<void> {
  const before = new Date((toWindowStartSeconds(now) - windowSeconds) * 1000);
  await database((db) => db.signInAttempt.deleteMany({ where: { windowStart: { lt: before } } }), "maintenance");
}

function toWindowStartSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
}

async function requireAttemptAllowed(limits: Limit[], now: Date): Promise<void> {
  if (await countAttempt(limits, now)) return;
  const retryAfterSeconds = Math.ceil(toWindowStartSeconds(now) + windowSeconds - now.getTime() / 1000);
  throw new AppError("rate_limited", "Too many attempts. Please try again later.", { retryAfterSeconds });
}

/** Counts and logs in one statement, so that parallel attempts cannot exceed a limit. @returns true if allowed */
async function countAttempt(limits: Limit[], now: Date): Promise<boolean> {
  const windowStart = new Date(toWindowStartSeconds(now) * 1000);
  // Sorted, so that parallel statements lock rows in the same order and cannot deadlock.
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
    const counts = new Map(rows.map((row) => [row.key, row.count]));
    return limits.every(({ key, max }) => (counts.get(key) ?? Number.POSITIVE_INFINITY) <= max);
  }, "desk");
}

const toDeviceKey = (token: string) => hashWithKey("device", token);
const toNetworkKey = ({ clientIp }: SignInClient) => hashWithKey("network", clientIp);

/** Looks back 90 days. In the password step, any operator's network counts: else the limit would reveal accounts. */
async function findKnownDeviceAndNetwork(
  step: "password" | "code",
  email: string,
  client: SignInClient,
  now: Date,
): Promise<{ device: string | undefined; isNetworkKnown: boolean }> {
  const [device, network] = [toDeviceKey(client.deviceToken), toNetworkKey(client)];
  const isEnabled = { disabledAt: null };
  const own = { email, ...isEnabled };
  const either = [
    { key: device, operator: own },
    { key: network, operator: step === "code" ? own : isEnabled },
  ];
  const rows = await database(
    (db) => db.knownPlace.findMany({ where: { expiresAt: { gt: now }, OR: either }, select: { key: true } }),
    "desk",
  );
  const keys = rows.map(({ key }) => key);
  return { device: keys.includes(device) ? device : undefined, isNetworkKnown: keys.includes(network) };
}

/**
 * Remembers the device and the network for 90 days. Operators who share a browser share its token, with one row each.
 * Replaces an unknown token, because anyone may have set it. @returns the token for the device to keep
 */
export async function rememberDeviceAndNetwork(
  db: Prisma.TransactionClient,
  operatorId: string,
  client: SignInClient,
  now: Date,
): Promise<string> {
  const where = { key: toDeviceKey(client.deviceToken), expiresAt: { gt: now } };
  const isKnown = (await db.knownPlace.findFirst({ where, select: { key: true } })) !== null;
  const deviceToken = isKnown ? client.deviceToken : createToken();
  const expiresAt = new Date(now.getTime() + knownSeconds * 1000);
  for (const key of [toDeviceKey(deviceToken), toNetworkKey(client)]) {
    await db.knownPlace.upsert({
      where: { key_operatorId: { key, operatorId } },
      create: { key, operatorId, expiresAt },
      update: { expiresAt },
      select: { key: true },
    });
  }
  return deviceToken;
}

import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { env } from "../env.ts";
import type { LimitState, Policy } from "./memory-limiter.ts";

export type RedisConnection = {
  /** The part of the Redis client that @upstash/ratelimit uses: it only runs scripts. */
  scripts: Pick<Redis, "eval" | "evalsha">;
  /** Drops a connection that failed or does not respond. The next script opens another one. */
  reset: () => void;
};

export function openRedis(): RedisConnection | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
  if (REDIS_URL) return openRedisByUrl(REDIS_URL);
  if (!url || !token) return undefined;
  return { scripts: new Redis({ url, token, retry: false, enableTelemetry: false }), reset: () => undefined };
}

/** Longer than the limiter waits for a response. Ends an attempt that nobody waits for. */
const connectMilliseconds = 2_000;

/** Connects before the first submission: one that waits too long would be counted in memory. Never throws. */
export async function connectRedis(redis: RedisConnection): Promise<void> {
  await pingRedis(redis, connectMilliseconds).catch(redis.reset);
}

/** Runs a script that does nothing. @throws Error of the Redis client, or with the code `ETIMEDOUT` */
export async function pingRedis({ scripts }: RedisConnection, milliseconds: number): Promise<void> {
  const late = sleep(milliseconds, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error("Redis did not answer in time"), { code: "ETIMEDOUT" });
  });
  await Promise.race([scripts.eval("return 1", [], []), late]);
}

/** Loads the Redis client when the first script runs. The client neither queues nor reconnects by itself. */
function openRedisByUrl(url: string): RedisConnection {
  let current: ReturnType<typeof connectClient> | undefined;
  const getConnection = () => {
    if (current) return current;
    const opened = connectClient(url, () => {
      // Servers close idle connections, so the next script must open a new one.
      if (current === opened) current = undefined;
    });
    current = opened;
    return opened;
  };
  return {
    scripts: {
      eval: async <Args extends unknown[], Result>(script: string, keys: string[], args: Args) =>
        (await (await getConnection()).eval(script, { keys, arguments: args.map(String) })) as Result,
      evalsha: async <Args extends unknown[], Result>(sha: string, keys: string[], args: Args) =>
        (await (await getConnection()).evalSha(sha, { keys, arguments: args.map(String) })) as Result,
    },
    reset: () => {
      const former = current;
      current = undefined;
      former?.then(
        (client) => client.isOpen && client.destroy(),
        () => undefined,
      );
    },
  };
}

async function connectClient(url: string, onLoss: () => void) {
  const { createClient } = await import("@redis/client");
  const client = createClient({ url, socket: { connectTimeout: connectMilliseconds, reconnectStrategy: false } });
  // An error event also means that all pending commands are rejected.
  client.on("error", onLoss);
  return client.connect();
}

/** Redis begins its errors with a word, such as WRONGPASS. The rest may quote the command. */
export function findRedisFault(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [word = error.name] = /^[A-Z]{3,}\b/.exec(error.message) ?? [];
  return "code" in error ? String(error.code) : word;
}

const timeoutMilliseconds = 500;

/** All servers share it. Keep @upstash/ratelimit at 2.0: only Upstash's own Redis accepts a flag of 2.1's scripts. */
export function createRedisLimiter(policy: Policy, { scripts }: RedisConnection) {
  const ratelimit = new Ratelimit({
    // The cast is safe: a sliding window without analytics only runs scripts.
    redis: scripts as Redis,
    limiter: Ratelimit.slidingWindow(policy.max, `${policy.windowSeconds} s`),
    prefix: `encaje:${policy.name}`,
    timeout: timeoutMilliseconds,
    // This cache would block a key until the fixed window ends, but the sliding window allows requests again earlier.
    ephemeralCache: false,
  });
  return async (key: string): Promise<LimitState> => {
    const { success, remaining, reset, reason } = await ratelimit.limit(key);
    // On a timeout the library would allow the request. With this error, the caller counts in memory instead.
    if (reason === "timeout") throw new Error("Redis did not answer in time");
    return { policy, isAllowed: success, remaining, resetAt: reset };
  };
}

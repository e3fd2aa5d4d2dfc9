import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { env } from "../env.ts";
import type { LimitState, Policy } from "./memory-limiter.ts";

export type RedisConnection = {
  /** The part of Redis that @upstash/ratelimit uses: it only runs scripts. */
  scripts: Pick<Redis, "eval" | "evalsha">;
  /** Drops a failed or silent connection. The next script opens another one. */
  reset: () => void;
};

export function openRedis(): RedisConnection | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
  if (REDIS_URL) return openPlainRedis(REDIS_URL);
  if (!url || !token) return undefined;
  return { scripts: new Redis({ url, token, retry: false, enableTelemetry: false }), reset: () => undefined };
}

/** Longer than the limiter waits for a response. Ends an attempt that nobody is waiting for any more. */
const connectMilliseconds = 2_000;

/** If connecting took too long at the first submission, that one would be counted in memory. Never throws. */
export async function connectRedis({ scripts, reset }: RedisConnection): Promise<void> {
  const asked = scripts.eval("return 1", [], []).then(
    () => true,
    () => false,
  );
  const isConnected = await Promise.race([asked, sleep(connectMilliseconds, false, { ref: false })]);
  if (!isConnected) reset();
}

/** Loads the client with the first script. It neither queues nor reconnects by itself. */
function openPlainRedis(url: string): RedisConnection {
  let current: ReturnType<typeof connect> | undefined;
  const connection = () => {
    if (current) return current;
    const opened = connect(url, () => {
      // Servers close idle connections.
      if (current === opened) current = undefined;
    });
    current = opened;
    return opened;
  };
  return {
    scripts: {
      eval: async <Args extends unknown[], Result>(script: string, keys: string[], args: Args) =>
        (await (await connection()).eval(script, { keys, arguments: args.map(String) })) as Result,
      evalsha: async <Args extends unknown[], Result>(sha: string, keys: string[], args: Args) =>
        (await (await connection()).evalSha(sha, { keys, arguments: args.map(String) })) as Result,
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

async function connect(url: string, onLoss: () => void) {
  const { createClient } = await import("@redis/client");
  const client = createClient({ url, socket: { connectTimeout: connectMilliseconds, reconnectStrategy: false } });
  // Pending commands are rejected as well.
  client.on("error", onLoss);
  return client.connect();
}

const timeoutMilliseconds = 500;

/**
 * Sliding window in Redis, shared by all instances. Keep the library at 2.0: scripts of 2.1 and later use a flag that
 * only Upstash's own Redis accepts. A plain Redis refuses it, also behind a REST proxy.
 */
export function createRedisLimiter(policy: Policy, { scripts }: RedisConnection) {
  const ratelimit = new Ratelimit({
    // The cast is safe: a sliding window without analytics calls nothing else.
    redis: scripts as Redis,
    limiter: Ratelimit.slidingWindow(policy.max, `${policy.windowSeconds} s`),
    prefix: `encaje:${policy.name}`,
    timeout: timeoutMilliseconds,
    // Disabled: the cache would block a key until the fixed window ends, which is longer than the sliding window does.
    ephemeralCache: false,
  });
  return async (key: string): Promise<LimitState> => {
    const { success, remaining, reset, reason } = await ratelimit.limit(key);
    // On a timeout the library allows the request. The error makes the caller count in memory instead.
    if (reason === "timeout") throw new Error("Redis did not answer in time");
    return { policy, isAllowed: success, remaining, resetAt: reset };
  };
}

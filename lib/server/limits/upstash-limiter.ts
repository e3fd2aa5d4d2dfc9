import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { LimitState, Policy } from "./policies.ts";
import type { RedisScripts } from "./redis.ts";

const timeoutMilliseconds = 500;

/**
 * Sliding window in Redis, shared by all instances. Keep the library at 2.0: scripts of 2.1 and later use a flag that
 * only Upstash's own Redis accepts. A plain Redis refuses it, also behind a REST proxy.
 */
export class UpstashLimiter {
  readonly #policy: Policy;
  readonly #ratelimit: Ratelimit;

  constructor(policy: Policy, scripts: RedisScripts) {
    this.#policy = policy;
    this.#ratelimit = new Ratelimit({
      // The cast is safe: a sliding window without analytics calls nothing else.
      redis: scripts as Redis,
      limiter: Ratelimit.slidingWindow(policy.max, `${policy.windowSeconds} s`),
      prefix: `encaje:${policy.name}`,
      timeout: timeoutMilliseconds,
      // Disabled: the cache would block a key until the fixed window ends, which is longer than the sliding window
      // does.
      ephemeralCache: false,
    });
  }

  /** Counts one request. @throws Error when Redis is unreachable or has not responded within 500 ms */
  async spend(key: string): Promise<LimitState> {
    const { success, remaining, reset, reason } = await this.#ratelimit.limit(key);
    // On a timeout the library allows the request. The error makes the caller count in memory instead.
    if (reason === "timeout") throw new Error("Redis did not answer in time");
    return { policy: this.#policy, isAllowed: success, remaining, resetAt: reset };
  }
}

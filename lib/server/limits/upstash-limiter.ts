import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { LimitState, Policy } from "./policies.ts";
import type { RedisScripts } from "./redis.ts";

const timeoutMilliseconds = 500;

/**
 * A sliding window in Redis, shared by all instances. Keep the library at 2.0: scripts of 2.1 and later use a flag that
 * only Upstash's own Redis accepts. A plain Redis refuses it, by its own protocol and behind REST.
 */
export class UpstashLimiter {
  readonly #policy: Policy;
  readonly #ratelimit: Ratelimit;

  constructor(policy: Policy, scripts: RedisScripts) {
    this.#policy = policy;
    this.#ratelimit = new Ratelimit({
      // Nothing else is called by a sliding window without analytics.
      redis: scripts as Redis,
      limiter: Ratelimit.slidingWindow(policy.max, `${policy.windowSeconds} s`),
      prefix: `encaje:${policy.name}`,
      timeout: timeoutMilliseconds,
      // The cache would block a key until the fixed window ends, longer than the sliding window does.
      ephemeralCache: false,
    });
  }

  /** @throws Error when Redis is unreachable or has not responded within 500 ms */
  async spend(key: string): Promise<LimitState> {
    const { success, remaining, reset, reason } = await this.#ratelimit.limit(key);
    // On a timeout the library allows the request; the error makes the memory limiter take over.
    if (reason === "timeout") throw new Error("Redis did not answer in time");
    return { policy: this.#policy, isAllowed: success, remaining, resetAt: reset };
  }
}

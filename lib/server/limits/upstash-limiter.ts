import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import type { LimitState, Policy } from "./policies.ts";

const timeoutMilliseconds = 500;

/**
 * A sliding window in Redis, shared by all instances. The library stays at 2.0: from 2.1 on its scripts carry a flag
 * that only Upstash's own Redis knows, and any other behind the REST protocol refuses them.
 */
export class UpstashLimiter {
  readonly #policy: Policy;
  readonly #ratelimit: Ratelimit;

  constructor(policy: Policy, redis: Redis) {
    this.#policy = policy;
    this.#ratelimit = new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(policy.max, `${policy.windowSeconds} s`),
      prefix: `encaje:${policy.name}`,
      timeout: timeoutMilliseconds,
      // It would block a key until the fixed window ends, longer than the sliding window does.
      ephemeralCache: false,
    });
  }

  /** @throws Error when Redis is away or has not answered within 500 ms. */
  async spend(key: string): Promise<LimitState> {
    const { success, remaining, reset, reason } = await this.#ratelimit.limit(key);
    // The library lets everything pass when Redis is slow; here the memory limiter takes over.
    if (reason === "timeout") throw new Error("Redis did not answer in time");
    return { policy: this.#policy, isAllowed: success, remaining, resetAt: reset };
  }
}

import "server-only";

/** A rate limit: at most `max` requests per key in any period of `windowSeconds`. */
export type Policy = { name: string; max: number; windowSeconds: number };

/** `resetAt` is in milliseconds since the epoch. */
export type LimitState = { policy: Policy; isAllowed: boolean; remaining: number; resetAt: number };

const keysMax = 200_000;
/** Key shared by all new keys once the limiter holds `keysMax` keys. */
const overflowKey = "overflow";
/** Maximum time by which a request may arrive late. A larger step back means that the system clock was set. */
const lagMillisecondsMax = 600_000;

/** Like `@upstash/ratelimit`: adds the previous window's count, weighted by its overlap, to the current window's. */
export class MemoryLimiter {
  readonly #policy: Policy;
  #window = 0;
  #latest = 0;
  #current = new Map<string, number>();
  #previous = new Map<string, number>();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  /** Refused requests do not count. `at` is in milliseconds since the epoch. */
  spend(key: string, at: number): LimitState {
    const now = this.#getMonotonicTime(at);
    const windowMilliseconds = this.#policy.windowSeconds * 1000;
    const window = Math.floor(now / windowMilliseconds);
    this.#startWindow(window);
    const known = this.#current.size < keysMax || this.#current.has(key) ? key : overflowKey;
    const elapsed = (now % windowMilliseconds) / windowMilliseconds;
    const before = Math.floor((1 - elapsed) * (this.#previous.get(known) ?? 0));
    const count = this.#current.get(known) ?? 0;
    const isAllowed = before + count < this.#policy.max;
    if (isAllowed) this.#current.set(known, count + 1);
    return {
      policy: this.#policy,
      isAllowed,
      remaining: isAllowed ? this.#policy.max - before - count - 1 : 0,
      resetAt: (window + 1) * windowMilliseconds,
    };
  }

  /** A request with a slow body arrives late, and going back to its window would discard the counts made since. */
  #getMonotonicTime(at: number): number {
    if (at > this.#latest || at < this.#latest - lagMillisecondsMax) this.#latest = at;
    return this.#latest;
  }

  #startWindow(window: number): void {
    if (window === this.#window) return;
    this.#previous = window === this.#window + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#window = window;
  }
}

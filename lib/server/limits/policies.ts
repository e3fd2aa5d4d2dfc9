import "server-only";
import { env } from "../env.ts";

/** Allows at most `max` requests per key in any `windowSeconds`. */
export type Policy = { name: string; max: number; windowSeconds: number };

/** State after counting one request. `resetAt` is in milliseconds since the epoch. */
export type LimitState = { policy: Policy; isAllowed: boolean; remaining: number; resetAt: number };

const floodFactor = 10;

/**
 * Returns the limits of both submission endpoints together (contract 8.1). They fail open: without Redis, each instance
 * counts alone.
 */
export function submissionPolicies(): Record<"client" | "agent" | "host" | "subject", Policy> {
  const {
    RATE_LIMIT_WINDOW_SECONDS: windowSeconds,
    RATE_LIMIT_IP_MAX,
    RATE_LIMIT_AGENT_MAX,
    RATE_LIMIT_HOST_MAX,
  } = env();
  return {
    client: { name: "client", max: RATE_LIMIT_IP_MAX, windowSeconds },
    agent: { name: "agent", max: RATE_LIMIT_AGENT_MAX, windowSeconds },
    host: { name: "host", max: RATE_LIMIT_HOST_MAX, windowSeconds },
    subject: { name: "subject", max: RATE_LIMIT_IP_MAX, windowSeconds },
  };
}

/**
 * Returns the limit for all requests of a client or host to one instance, valid or not, counted before their bodies are
 * read.
 */
export function floodPolicy(of: "client" | "host" = "client"): Policy {
  const { max, windowSeconds } = submissionPolicies()[of];
  return { name: "requests", max: max * floodFactor, windowSeconds };
}

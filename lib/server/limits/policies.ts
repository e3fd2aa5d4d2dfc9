import "server-only";
import { env } from "../env.ts";

/** At most `max` requests per key in any `windowSeconds`. */
export type Policy = { name: string; max: number; windowSeconds: number };

/** State after spending one request; `resetAt` is in milliseconds since the epoch. */
export type LimitState = { policy: Policy; isAllowed: boolean; remaining: number; resetAt: number };

const floodFactor = 10;

/** Limits of both submission endpoints together (spec 8.1). Fail open: without Redis each instance counts alone. */
export function submissionPolicies(): { client: Policy; agent: Policy } {
  const { RATE_LIMIT_WINDOW_SECONDS: windowSeconds, RATE_LIMIT_IP_MAX, RATE_LIMIT_AGENT_MAX } = env();
  return {
    client: { name: "client", max: RATE_LIMIT_IP_MAX, windowSeconds },
    agent: { name: "agent", max: RATE_LIMIT_AGENT_MAX, windowSeconds },
  };
}

/** Limits all requests of a client to one instance, valid or not, before their bodies are read. */
export function floodPolicy(): Policy {
  const { max, windowSeconds } = submissionPolicies().client;
  return { name: "requests", max: max * floodFactor, windowSeconds };
}

import "server-only";
import { env } from "../env.ts";

/** At most `max` requests per key in any `windowSeconds`. */
export type Policy = { name: string; max: number; windowSeconds: number };

/** What spending one request of a policy has left; `resetAt` is in milliseconds since the epoch. */
export type LimitState = { policy: Policy; isAllowed: boolean; remaining: number; resetAt: number };

const floodFactor = 10;

/** Submissions, both endpoints together (spec 8.1). Fail open: without the shared store each instance counts alone. */
export function submissionPolicies(): { client: Policy; agent: Policy } {
  const { RATE_LIMIT_WINDOW_SECONDS: windowSeconds, RATE_LIMIT_IP_MAX, RATE_LIMIT_AGENT_MAX } = env();
  return {
    client: { name: "client", max: RATE_LIMIT_IP_MAX, windowSeconds },
    agent: { name: "agent", max: RATE_LIMIT_AGENT_MAX, windowSeconds },
  };
}

/** Requests of one client to one instance, valid or not: stops floods of junk before a body is read. */
export function floodPolicy(): Policy {
  const { max, windowSeconds } = submissionPolicies().client;
  return { name: "requests", max: max * floodFactor, windowSeconds };
}

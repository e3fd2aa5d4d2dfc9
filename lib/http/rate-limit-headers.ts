import type { LimitState } from "../server/limits/policies.ts";
import type { AnswerHeaders } from "./answer.ts";

/** Whole seconds until the fixed window ends, when there is room again at the latest; one more, never to be early. */
export function retryAfterSecondsOf({ resetAt }: LimitState, now: number): number {
  return Math.max(1, Math.floor((resetAt - now) / 1000) + 1);
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10). */
export function setRateLimitHeaders(headers: AnswerHeaders, states: LimitState[], now: number): void {
  headers["RateLimit-Policy"] = states
    .map(({ policy }) => `"${policy.name}";q=${policy.max};w=${policy.windowSeconds}`)
    .join(", ");
  headers.RateLimit = states
    .map((state) => `"${state.policy.name}";r=${state.remaining};t=${retryAfterSecondsOf(state, now)}`)
    .join(", ");
}

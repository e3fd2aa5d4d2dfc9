import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiHeaders } from "./message.ts";
import { getRetryAfterSeconds, setRateLimitHeaders } from "./stations.ts";

const now = 1_800_000_000_000;
const makeState = (name: string, remaining: number, resetAt: number) => ({
  policy: { name, max: 30, windowSeconds: 600 },
  isAllowed: remaining > 0,
  remaining,
  resetAt,
});

test("rounds the seconds to wait up to whole seconds, at least one", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 86_400_000 }), (wait) => {
      const seconds = getRetryAfterSeconds(makeState("client", 0, now + wait), now);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds * 1000).toBeGreaterThan(wait);
      if (wait >= 0) expect(seconds * 1000 - wait).toBeLessThanOrEqual(1000);
    }),
  );
});

test("formats the rate-limit headers as lists of quoted names with parameters, like the IETF draft", () => {
  const headers: ApiHeaders = {};
  setRateLimitHeaders(headers, [makeState("client", 29, now + 599_000), makeState("agent", 0, now + 500)], now);
  expect(headers).toEqual({
    "RateLimit-Policy": '"client";q=30;w=600, "agent";q=30;w=600',
    RateLimit: '"client";r=29;t=600, "agent";r=0;t=1',
  });
});

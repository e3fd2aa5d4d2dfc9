import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryLimiter } from "./memory-limiter.ts";

const windowSeconds = 10;
const windowMilliseconds = windowSeconds * 1000;
/** A time in milliseconds at which a window starts. */
const start = 1_800_000_000_000;

const newLimiter = (max: number) => new MemoryLimiter({ name: "client", max, windowSeconds });
const outcomes = (limiter: MemoryLimiter, key: string, times: number, now: number) =>
  Array.from({ length: times }, () => limiter.spend(key, now).isAllowed);
const countAllowed = (limiter: MemoryLimiter, key: string, times: number, now: number) =>
  outcomes(limiter, key, times, now).filter(Boolean).length;

test("keeps all counts when a request with an earlier time arrives late", () => {
  for (const lag of [1, windowMilliseconds, 2.5 * windowMilliseconds, 30 * windowMilliseconds]) {
    const limiter = newLimiter(3);
    expect(countAllowed(limiter, "a", 9, start)).toBe(3);
    limiter.spend("slow", start - lag);
    expect(countAllowed(limiter, "a", 9, start), `a lag of ${lag} ms`).toBe(0);
  }
});

test("weights the previous window's count by the part that the window still covers", () => {
  for (const [elapsed, allowed] of [
    [0, 0],
    [1, 1],
    [5000, 5],
    [9999, 10],
  ] as const) {
    const limiter = newLimiter(10);
    expect(countAllowed(limiter, "a", 20, start)).toBe(10);
    expect(countAllowed(limiter, "a", 20, start + windowMilliseconds + elapsed), `after ${elapsed} ms`).toBe(allowed);
  }
});

test("counts all new keys together once 200,000 keys are known", () => {
  const limiter = newLimiter(2);
  for (let key = 0; key < 200_000; key++) limiter.spend(`client ${key}`, start);
  expect(["x", "y", "z"].map((key) => limiter.spend(key, start).isAllowed)).toEqual([true, true, false]);
  expect(outcomes(limiter, "client 7", 2, start)).toEqual([true, false]);
});

/** The sliding-window script of @upstash/ratelimit as a reference, with a map instead of Redis. */
function newReferenceLimiter(max: number, windowMilliseconds: number) {
  const redis = new Map<string, number>();
  return (key: string, now: number) => {
    const window = Math.floor(now / windowMilliseconds);
    const current = redis.get(`${key}:${window}`) ?? 0;
    const share = 1 - (now % windowMilliseconds) / windowMilliseconds;
    const previous = Math.floor(share * (redis.get(`${key}:${window - 1}`) ?? 0));
    const resetAt = (window + 1) * windowMilliseconds;
    if (previous + current >= max) return { isAllowed: false, remaining: 0, resetAt };
    redis.set(`${key}:${window}`, current + 1);
    return { isAllowed: true, remaining: Math.max(0, max - (current + 1 + previous)), resetAt };
  };
}

test("agrees with @upstash/ratelimit for random sequences of requests", () => {
  const step = fc.oneof(
    fc.constantFrom(0, 1, windowMilliseconds),
    fc.integer({ min: 0, max: 3000 }),
    fc.integer({ min: 0, max: 3 * windowMilliseconds }),
  );
  const request = fc.record({ key: fc.constantFrom("a", "b", "c"), wait: step });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(request, { maxLength: 80 }), (max, requests) => {
      const limiter = newLimiter(max);
      const reference = newReferenceLimiter(max, windowMilliseconds);
      let now = start;
      for (const { key, wait } of requests) {
        now += wait;
        expect(limiter.spend(key, now)).toMatchObject(reference(key, now));
      }
    }),
    { numRuns: 200 },
  );
});

test("agrees with @upstash/ratelimit at round fractions of a window", () => {
  for (const seconds of [1, 10, 60, 600, 86_400]) {
    const begin = Math.ceil(start / (seconds * 1000)) * seconds * 1000;
    for (const max of [2, 3, 5, 10, 20, 30]) {
      for (let part = 0; part < 20; part++) {
        const limiter = new MemoryLimiter({ name: "client", max, windowSeconds: seconds });
        const reference = newReferenceLimiter(max, seconds * 1000);
        const later = begin + seconds * 1000 + part * seconds * 50;
        const times: number[] = [...Array(max).fill(begin), ...Array(max + 1).fill(later)];
        const expected = times.map((now) => reference("a", now));
        const states = times.map((now) => limiter.spend("a", now)).map(({ policy: _, ...state }) => state);
        expect(states, `${max} in ${seconds} s, part ${part}/20`).toEqual(expected);
      }
    }
  }
});

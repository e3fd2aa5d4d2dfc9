import { expect, test } from "vitest";
import { checkEndpointUrl, getRetrySeconds, isDownForDays, parseRetryAfter } from "./endpoint.ts";

const now = new Date("2026-11-28T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test("delivers in up to ten attempts within three days, with growing pauses", () => {
  const list = (random: number) => Array.from({ length: 9 }, (_, at) => getRetrySeconds(at + 1, random) ?? 0);
  const [longest, shortest] = [list(1), list(0)];
  expect(longest.toSorted((one, other) => one - other)).toEqual(longest);
  const sum = longest.reduce((total, each) => total + each, 0);
  expect(sum / 3_600).toBeGreaterThan(68);
  expect(sum / 3_600).toBeLessThan(72);
  for (const [at, seconds] of shortest.entries()) expect(seconds).toBeCloseTo((longest[at] ?? 0) * 0.8);
  expect(getRetrySeconds(10, 0)).toBeNull();
});

test("waits as long as the receiver asks, but at most a day", () => {
  expect(getRetrySeconds(1, 1, 120)).toBe(120);
  expect(getRetrySeconds(4, 1, 120)).toBe(7_200);
  expect(getRetrySeconds(1, 1, 1e9)).toBe(86_400);
  expect(getRetrySeconds(10, 1, 120)).toBeNull();
});

test.each([
  ["120", 120],
  ["Sat, 28 Nov 2026 12:01:00 GMT", 60],
  ["Sat, 28 Nov 2026 11:00:00 GMT", 0],
  ["soon", 0],
  ["-1", 0],
  [undefined, 0],
])("reads Retry-After: %s as %i seconds", (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});

test.each([
  [120, 12, true],
  [119, 12, false],
  [240, 11, false],
])("after %i hours of failures and %i in the queue, a delivery pauses the endpoint: %s", (since, queued, isDead) => {
  expect(isDownForDays({ failingSince: hoursAgo(since), queuedAt: hoursAgo(queued) }, now)).toBe(isDead);
});

test.each([
  ["https://hooks.example/a?b=c", true],
  ["https://user:secret@hooks.example/", false],
  ["https://hooks.example/#part", false],
  ["ftp://hooks.example/", false],
  ["hooks.example", false],
  // Written in ASCII it has more than the 2,000 characters that are stored.
  [`https://hooks.example/${"é".repeat(400)}`, false],
])("accepts a URL only if it can be stored and requested: %s", (url, isTaken) => {
  expect(checkEndpointUrl({ url })).toHaveLength(isTaken ? 0 : 1);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThrottle } from "./use-live.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs once for all requests within the interval, and again for later requests, unless stopped", () => {
  const run = vi.fn();
  const throttle = createThrottle(run, 10);
  for (const expected of [1, 2]) {
    throttle.ask();
    throttle.ask();
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(expected);
  }
  throttle.ask();
  throttle.stop();
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(2);
});

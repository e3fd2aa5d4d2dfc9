import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Throttle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs once for all requests within the interval, and again for later requests", async () => {
  const run = vi.fn();
  const throttle = new Throttle(run, 10);
  for (const expected of [1, 2, 3]) {
    throttle.ask();
    throttle.ask();
    await vi.advanceTimersByTimeAsync(10);
    expect(run).toHaveBeenCalledTimes(expected);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(run).toHaveBeenCalledTimes(3);
});

test("runs once more after a run for all requests made during that run", async () => {
  const run = vi.fn(() => new Promise((done) => setTimeout(done, 50)));
  const throttle = new Throttle(run, 10);
  throttle.ask();
  await vi.advanceTimersByTimeAsync(20);
  throttle.ask();
  throttle.ask();
  await vi.advanceTimersByTimeAsync(40);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
});

test("does not run again if stopped during a run", async () => {
  const run = vi.fn(() => new Promise((done) => setTimeout(done, 50)));
  const throttle = new Throttle(run, 10);
  throttle.ask();
  await vi.advanceTimersByTimeAsync(20);
  throttle.ask();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(1);
});

test("does not run after a stop until a new request is made", () => {
  const run = vi.fn();
  const throttle = new Throttle(run, 10);
  throttle.ask();
  throttle.stop();
  vi.advanceTimersByTime(100);
  expect(run).not.toHaveBeenCalled();
  throttle.ask();
  vi.advanceTimersByTime(10);
  expect(run).toHaveBeenCalledTimes(1);
});

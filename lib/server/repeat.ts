import { setTimeout as sleep } from "node:timers/promises";

/** A call during a run waits for that run. */
export function withoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Calls `work` at most once a minute, and ignores the calls in between. */
export function oncePerMinute<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    const at = performance.now();
    if (at - lastAt < 60_000) return;
    lastAt = at;
    work(...args);
  };
}

const stopMillisecondsMax = 5_000;

/**
 * Runs `work` now and at each interval, unless it still runs. `work` must not reject.
 * @returns a function that aborts the signal and waits at most five seconds for the last run
 */
export function repeatEvery(milliseconds: number, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const ending = new AbortController();
  const run = withoutOverlap(() => work(ending.signal));
  let last = run();
  const timer = setInterval(() => {
    last = run();
  }, milliseconds).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.race([last, sleep(stopMillisecondsMax, undefined, { ref: false })]);
  };
}

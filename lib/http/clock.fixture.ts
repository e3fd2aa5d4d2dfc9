import { beforeEach, vi } from "vitest";

/** Starts each test at the beginning of a rate-limit window, so that no window ends during the test. */
export function freezeClock(): number {
  const now = 1_800_000_000_000;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    return () => {
      vi.useRealTimers();
    };
  });
  return now;
}

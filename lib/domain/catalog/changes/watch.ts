import { dayMilliseconds, hourMilliseconds } from "../../durations.ts";
import type { Comparison } from "../compare/model.ts";

/** Failures of an address since its last valid response. */
export type Failing = { failedAt: Date | null; failures: number; isUnreachable: boolean };

/** State of the address of an entry's document. */
export type DocumentState = Failing & {
  checkedAt: Date | null;
  /** When the URL first returned the current document. */
  unchangedAt: Date | null;
  /** Differences from the published document. Null if it is the same. */
  comparison: Comparison | null;
};

export const answering: Failing = { failedAt: null, failures: 0, isUnreachable: false };

const failuresMin = 3;
const retryMilliseconds = 12 * hourMilliseconds;

/** Readers see that a document is unreachable after three failures over 24 hours. */
export function addFailure({ failedAt, failures }: Failing, now: Date): Failing {
  const since = failedAt ?? now;
  const isLong = now.getTime() - since.getTime() >= dayMilliseconds;
  return { failedAt: since, failures: failures + 1, isUnreachable: failures + 1 >= failuresMin && isLong };
}

/** Spreads the entries over the day. An address that has begun to fail is checked again sooner. */
export function planNextCheck(entryId: number, states: Failing[], now: Date): Date {
  if (states.some(({ failures, isUnreachable }) => failures && !isUnreachable)) {
    return new Date(now.getTime() + retryMilliseconds);
  }
  // Keep half a day between checks, even if the last one was late.
  const earliest = now.getTime() + retryMilliseconds;
  const slot = Math.floor(earliest / dayMilliseconds) * dayMilliseconds + toCheckOffset(entryId, dayMilliseconds);
  return new Date(slot < earliest ? slot + dayMilliseconds : slot);
}

/** Returns an offset from 0 to `milliseconds`: always the same for one entry, different for most others. */
export function toCheckOffset(entryId: number, milliseconds: number): number {
  return Math.floor(((Math.imul(entryId, 2_654_435_761) >>> 0) / 2 ** 32) * milliseconds);
}

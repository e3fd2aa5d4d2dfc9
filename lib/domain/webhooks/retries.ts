import { dayMilliseconds, hourMilliseconds } from "../durations.ts";

/** Seconds to wait after each failed attempt: nearly the schedule of Standard Webhooks, but within three days. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 64_800, 75_600];
const retryAfterSecondsMax = 86_400;

/**
 * @param random from 0 to 1, spreads retries so that a recovered receiver does not get all deliveries at once
 * @returns null after the last attempt
 */
export function getRetrySeconds(attempts: number, random: number, retryAfterSeconds = 0): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (0.8 + random / 5), Math.min(retryAfterSeconds, retryAfterSecondsMax));
}

/** @returns seconds; 0 if the header is missing or unreadable (RFC 9110, 10.2.3) */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1_000);
}

const failingDays = 5;
/** A short outage after days without an event is not an outage of days. */
const lastFailureHours = 12;

/** `queuedAt`: when the delivery that has just failed was queued. */
export function isDeadForDays({ failingSince, queuedAt }: { failingSince: Date; queuedAt: Date }, now: Date): boolean {
  const isLong = now.getTime() - failingSince.getTime() >= failingDays * dayMilliseconds;
  return isLong && now.getTime() - queuedAt.getTime() >= lastFailureHours * hourMilliseconds;
}

import { midnightIn, offsetIn } from "./time-zone.ts";

/** From a point of a week to the same point of the next. */
export const weekMilliseconds = 7 * 86_400_000;

/**
 * When the last `count` weeks began, the oldest first and the one that `now` is in last: on Mondays at midnight of the
 * zone's own clock, also where its hours change in between.
 */
export function weekStarts(now: Date, count: number, timeZone: string): Date[] {
  const midnight = midnightIn(timeZone);
  const local = new Date(now.getTime() + offsetIn(timeZone)(now.getTime()));
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return Array.from({ length: count }, (_, at) => {
    return midnight(year, month, day - sinceMonday - (count - 1 - at) * 7);
  });
}

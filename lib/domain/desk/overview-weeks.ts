/** From a point of a week to the same point of the next. */
export const weekMilliseconds = 7 * 86_400_000;

/**
 * When the last `count` weeks began, the oldest first and the one that `now` is in last: on Mondays at midnight of the
 * zone's own clock, also where its hours change in between.
 */
export function weekStarts(now: Date, count: number, timeZone: string): Date[] {
  const offsetAt = offsetIn(timeZone);
  const local = new Date(now.getTime() + offsetAt(now.getTime()));
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return Array.from({ length: count }, (_, at) => {
    const midnight = Date.UTC(year, month, day - sinceMonday - (count - 1 - at) * 7);
    // The offset is that of the moment sought, which is known to within the offset itself: the second look is exact.
    const nearby = midnight - offsetAt(midnight);
    return new Date(midnight - offsetAt(nearby));
  });
}

/** By how many milliseconds the zone's clock is ahead of UTC at a moment. */
function offsetIn(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, day = 1, hour, minute, second] = (
      ["year", "month", "day", "hour", "minute", "second"] as const
    ).map((name) => parts.get(name));
    const wholeSecond = Math.floor(time / 1000) * 1000;
    return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond;
  };
}

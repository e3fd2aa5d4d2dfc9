/** For days and weeks at the desk, whatever the operator's own zone. */
export const deskTimeZone = "America/Mexico_City";

/** Start of a day in the zone. Months and days overflow as in Date.UTC. */
export function midnightIn(timeZone: string): (year: number, monthIndex: number, day: number) => Date {
  const offsetAt = offsetIn(timeZone);
  return (year, monthIndex, day) => {
    const midnight = Date.UTC(year, monthIndex, day);
    // The clock may change between UTC midnight and local midnight: look up again.
    const nearby = midnight - offsetAt(midnight);
    return new Date(midnight - offsetAt(nearby));
  };
}

/** `YYYY-MM-DD` in the desk's time zone. */
export function toDeskDay(time: Date): string {
  return new Date(time.getTime() + offsetIn(deskTimeZone)(time.getTime())).toISOString().slice(0, 10);
}

/** Start of a day (`YYYY-MM-DD`) and of the next one. */
export function toDayRange(day: string): { start: Date; end: Date } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const midnight = midnightIn(deskTimeZone);
  return { start: midnight(year, month - 1, date), end: midnight(year, month - 1, date + 1) };
}

/** Milliseconds by which the zone is ahead of UTC. */
export function offsetIn(timeZone: string): (time: number) => number {
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

/** The one clock of the desk, whoever looks at it: its days and weeks begin there. */
export const deskTimeZone = "America/Mexico_City";

/** When a day of the zone begins, also where its hours change; a month or day beyond the last runs on, as in Date.UTC. */
export function midnightIn(timeZone: string): (year: number, monthIndex: number, day: number) => Date {
  const offsetAt = offsetIn(timeZone);
  return (year, monthIndex, day) => {
    const midnight = Date.UTC(year, monthIndex, day);
    // The offset is that of the moment sought, which is known to within the offset itself: the second look is exact.
    const nearby = midnight - offsetAt(midnight);
    return new Date(midnight - offsetAt(nearby));
  };
}

/** The day that it is at the desk, as `YYYY-MM-DD`. */
export function dayOfDesk(time: Date): string {
  return new Date(time.getTime() + offsetIn(deskTimeZone)(time.getTime())).toISOString().slice(0, 10);
}

/** When a day of the desk begins, of `YYYY-MM-DD`, and when the next one does. */
export function deskDay(day: string): { start: Date; end: Date } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const midnight = midnightIn(deskTimeZone);
  return { start: midnight(year, month - 1, date), end: midnight(year, month - 1, date + 1) };
}

/** By how many milliseconds the zone's clock is ahead of UTC at a moment. */
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

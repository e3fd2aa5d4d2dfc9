import { getOrCreate } from "../i18n/get-or-create.ts";
import { dayMilliseconds, hourMilliseconds } from "./durations.ts";

/**
 * The returned function finds the moment at which clocks in the zone show a day and `minutes` after its midnight. Parts
 * overflow as in Date.UTC. If clocks show the time twice, it returns the first moment. If clocks skip the time, it
 * moves the time forward by the length of the gap.
 */
export function createWallTimeConverter(
  timeZone: string,
): (year: number, monthIndex: number, day: number, minutes?: number) => Date {
  // Caches offsets, because consecutive days need the same ones.
  const known = new Map<number, number>();
  const offsetAt = (time: number) => getOrCreate(known, time, () => createOffsetReader(timeZone)(time));
  return (year, monthIndex, day, minutes = 0) => {
    const wall = Date.UTC(year, monthIndex, day, 0, minutes);
    const offsets = [offsetAt(wall - dayMilliseconds), offsetAt(wall + dayMilliseconds)] as const;
    const [before, after] = [wall - offsets[0], wall - offsets[1]];
    const isAfter = before !== after && offsetAt(before) !== offsets[0] && offsetAt(after) === offsets[1];
    return new Date(isAfter ? after : before);
  };
}

export function toDay(time: Date, timeZone: string): string {
  return new Date(time.getTime() + createOffsetReader(timeZone)(time.getTime())).toISOString().slice(0, 10);
}

export function toDayRange(day: string, timeZone: string): { start: Date; end: Date } {
  return { start: toWallTime(day, 0, 0, timeZone), end: toWallTime(day, 1, 0, timeZone) };
}

const areas = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific";
/** Matches names such as America/Mexico_City. Requires capitals, because pages show the city. */
const areaAndCity = new RegExp(`^(${areas})(/[A-Z][A-Za-z-]*(_[A-Z][a-z]*|_of|_es)*)+$`);

export function isTimeZone(name: string): boolean {
  try {
    const isNamed = name === "UTC" || areaAndCity.test(name);
    return isNamed && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns a function that gives the zone's offset from UTC in milliseconds; positive if ahead of UTC. */
export function createOffsetReader(timeZone: string): (time: number) => number {
  const format = getZoneFormat(timeZone);
  return (time) => {
    const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
    const shown: Record<Intl.DateTimeFormatPartTypes, number> = Object.fromEntries(parts);
    const { year, month, day, hour, minute, second } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
  };
}

/** Cached formats by time zone. Creating a format costs more than using it, and desk pages need hundreds of days. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const create = () =>
    new Intl.DateTimeFormat("en-US", {
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
  // Intl ignores case, so other spellings of a zone must not fill the map.
  return getOrCreate(formats, timeZone.toLowerCase(), create);
}

const morningMinutes = 9 * 60;

export function listLaterTimes(now: Date, { hours, timeZone }: { hours: number; timeZone: string }) {
  return [
    { choice: "hours", at: new Date(now.getTime() + hours * hourMilliseconds) },
    { choice: "tomorrow", at: toMorningAfter(now, 1, timeZone) },
    { choice: "monday", at: toMorningAfter(now, countDaysToNextMonday(toDay(now, timeZone)), timeZone) },
  ] as const;
}

/** Returns when the morning of a day begins. `day` is `YYYY-MM-DD`. */
export function toMorningTime(day: string, timeZone: string): Date {
  return toWallTime(day, 0, morningMinutes, timeZone);
}

/** Parses the value of `<input type="datetime-local">`. */
export function parseWallTime(text: string, timeZone: string): Date | null {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(text) ?? [];
  return day === undefined ? null : toWallTime(day, 0, Number(hours) * 60 + Number(minutes), timeZone);
}

function toMorningAfter(now: Date, days: number, timeZone: string): Date {
  return toWallTime(toDay(now, timeZone), days, morningMinutes, timeZone);
}

/** Returns when clocks in the zone show `minutes` after midnight, `days` after the day `from`. */
export function toWallTime(from: string, days: number, minutes: number, timeZone: string): Date {
  const [year = 0, month = 1, day = 1] = from.split("-").map(Number);
  return createWallTimeConverter(timeZone)(year, month - 1, day + days, minutes);
}

/** Returns 7 if `day` is a Monday. */
function countDaysToNextMonday(day: string): number {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}

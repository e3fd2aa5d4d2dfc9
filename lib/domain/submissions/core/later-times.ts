import { hourMilliseconds } from "../../durations.ts";
import { toDay, wallTimeIn } from "../../time-zone.ts";

const morningMinutes = 9 * 60;

export function listLaterTimes(now: Date, { hours, timeZone }: { hours: number; timeZone: string }) {
  return [
    { choice: "hours", at: new Date(now.getTime() + hours * hourMilliseconds) },
    { choice: "tomorrow", at: toMorning(now, 1, timeZone) },
    { choice: "monday", at: toMorning(now, daysToMonday(toDay(now, timeZone)), timeZone) },
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

function toMorning(now: Date, days: number, timeZone: string): Date {
  return toWallTime(toDay(now, timeZone), days, morningMinutes, timeZone);
}

function toWallTime(from: string, days: number, minutes: number, timeZone: string): Date {
  const [year = 0, month = 1, day = 1] = from.split("-").map(Number);
  return wallTimeIn(timeZone)(year, month - 1, day + days, minutes);
}

/** Returns 7 if `day` is a Monday. */
function daysToMonday(day: string): number {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}

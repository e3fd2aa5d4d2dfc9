import { formatLocales } from "../../../i18n/locales.ts";
import { formatTimeZone, getClockFormat, getDateFormat, timeText } from "../../../i18n/time-in-words.ts";
import { dayMilliseconds, hourMilliseconds } from "../../durations.ts";
import type { Locale } from "../../locale.ts";
import { isExistingDay } from "../../schema-kit.ts";
import { createOffsetReader, createWallTimeConverter } from "../../time-zone.ts";

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const weekdayNames: readonly string[] = weekdays;
type Weekday = (typeof weekdays)[number];

export type WorkingTime = {
  days: readonly Weekday[];
  /** Start and end of a working day in minutes since midnight. */
  hours: { from: number; to: number };
  /** Days as YYYY-MM-DD. */
  holidays: readonly string[];
  timeZone: string;
};

/** Parses working days such as `mon-fri` or `mon-thu, sat`, in upper or lower case. Returns null if malformed. */
export function parseBusinessDays(text: string): Weekday[] | null {
  const chosen = text.split(",").map((part) => {
    const [first, last = first, rest] = part.split("-").map((name) => weekdayNames.indexOf(name.trim().toLowerCase()));
    if (first === undefined || first < 0 || last === undefined || last < 0 || rest !== undefined) return [];
    const count = ((last - first + weekdays.length) % weekdays.length) + 1;
    return Array.from({ length: count }, (_, at) => (first + at) % weekdays.length);
  });
  if (chosen.some((part) => !part.length)) return null;
  return weekdays.filter((_, at) => chosen.flat().includes(at));
}

const dayMinutes = 24 * 60;

/** Parses working hours such as `09:00-18:00`, up to `00:00-24:00`. Returns null if malformed. */
export function parseBusinessHours(text: string): WorkingTime["hours"] | null {
  const [whole, ...numbers] = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = numbers.map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return whole !== undefined && from < to && to <= dayMinutes ? { from, to } : null;
}

/** Parses holidays such as `2026-12-25,2027-01-01`. Returns null if the text is malformed or a date does not exist. */
export function parseHolidays(text: string): string[] | null {
  const days = text.split(",").map((day) => day.trim());
  return days.every(isExistingDay) ? days : null;
}

/** Returns whether each holiday is followed by a working day within 31 days. */
export function hasRegularWorkingDays({ days, holidays }: Pick<WorkingTime, "days" | "holidays">): boolean {
  return holidays.every((holiday) =>
    Array.from({ length: 31 }, (_, at) => new Date(Date.parse(holiday) + (at + 1) * dayMilliseconds)).some((day) =>
      isWorkingDay(day, { days, holidays }),
    ),
  );
}

export const countWeekHours = ({ days, hours }: Pick<WorkingTime, "days" | "hours">) =>
  (days.length * (hours.to - hours.from)) / 60;

/** Returns whether the working time covers every hour of the week, apart from holidays. */
export function isAlwaysOpen({ days, hours }: Pick<WorkingTime, "days" | "hours">): boolean {
  return countWeekHours({ days, hours }) === 7 * 24;
}

/** Adds `hours` (above 0) of working time; may end exactly at closing time. If clocks change, elapsed time counts. */
export function createWorkingHoursAdder(workingTime: WorkingTime): (start: Date, hours: number) => Date {
  const isWithoutEnd = isAlwaysOpen(workingTime) && !workingTime.holidays.length;
  const { hours: business, timeZone } = workingTime;
  const [offsetAt, wallTime] = [createOffsetReader(timeZone), createWallTimeConverter(timeZone)];
  return (start, hours) => {
    let left = hours * hourMilliseconds;
    if (isWithoutEnd) return new Date(start.getTime() + left);
    const local = start.getTime() + offsetAt(start.getTime());
    for (let day = new Date(local); ; day = new Date(day.getTime() + dayMilliseconds)) {
      if (!isWorkingDay(day, workingTime)) continue;
      const date = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()] as const;
      const begins = Math.max(start.getTime(), wallTime(...date, business.from).getTime());
      const open = wallTime(...date, business.to).getTime() - begins;
      if (left <= open) return new Date(begins + left);
      if (open > 0) left -= open;
    }
  };
}

/** The UTC date of `day` must be the date in the company's time zone. */
function isWorkingDay(day: Date, { days, holidays }: Pick<WorkingTime, "days" | "holidays">): boolean {
  const weekday = weekdays[day.getUTCDay()];
  return weekday !== undefined && days.includes(weekday) && !holidays.includes(day.toISOString().slice(0, 10));
}

const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** "Monday to Friday, 9:00 AM to 6:00 PM (Mexico City time)" or the same in Spanish. */
export function formatWorkingTime({ days, hours, timeZone }: WorkingTime, locale: Locale): string {
  const clock = getClockFormat(locale, "UTC");
  const toClock = (minutes: number) => clock.format(new Date(Date.UTC(2024, 0, 1, 0, minutes)));
  return timeText(locale)("workingTime", {
    days: formatDays(days, locale),
    length: hours.to - hours.from === dayMinutes ? "whole" : "other",
    from: toClock(hours.from),
    to: toClock(hours.to),
    zone: formatTimeZone(timeZone, locale),
  });
}

/** Three days and more in a row become a range. */
function formatDays(days: WorkingTime["days"], locale: Locale): string {
  const format = getDateFormat(locale, { timeZone: "UTC", weekday: "long" });
  // The first of January 2024 was a Monday.
  const formatWeekday = (at = 0) => format.format(new Date(Date.UTC(2024, 0, 1 + at)));
  const runs: number[][] = [];
  for (const [at, day] of week.entries()) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === at - 1) run.push(at);
    else runs.push([at]);
  }
  const parts = runs.flatMap((run) =>
    run.length > 2
      ? [timeText(locale)("days", { first: formatWeekday(run[0]), last: formatWeekday(run.at(-1)) })]
      : run.map(formatWeekday),
  );
  return new Intl.ListFormat(formatLocales[locale]).format(parts);
}

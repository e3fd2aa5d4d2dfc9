import { dayMilliseconds } from "../../durations.ts";
import { isoDay } from "../../schema-kit.ts";
import { toDay, wallTimeIn } from "../../time-zone.ts";

/** Numbers of weeks that an overview may cover. The first is the default. */
export const overviewSpans = [12, 4, 26, 52] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

/** Range of an overview: the last weeks including the current one, or from one day to another, both included. */
export type OverviewQuery = { weeks: OverviewSpan } | { from: string; to?: string | undefined };

export const rangeDaysMax = 1100;
const Day = isoDay();

/** Uses the default for malformed values. Days in the wrong order are swapped. */
export function parseOverviewQuery(params: Record<string, string | string[] | undefined>): OverviewQuery {
  const read = (name: string) => [params[name]].flat()[0];
  const from = Day.safeParse(read("from")).data;
  const to = Day.safeParse(read("to")).data;
  if (from) return to && to < from ? { from: to, to: from } : { from, to };
  const weeks = read("weeks");
  return { weeks: overviewSpans.find((span) => String(span) === weeks) ?? overviewSpans[0] };
}

/** A day in the desk's time zone. `end` is the start of the next day, or earlier if only part of the day is counted. */
export type DeskDay = { day: string; start: Date; end: Date; isPart?: boolean };
/** A part of the range: a day, a week from Monday on or a month, cut to the range. */
export type RangePart = { from: string; to: string; start: Date; isOver: boolean };
export type RangeUnit = "day" | "week" | "month";

export type OverviewRange = {
  /** Number of weeks. Null if the operator chose days. */
  weeks: OverviewSpan | null;
  days: DeskDay[];
  /** Previous range of the same length. If the range has not ended, the previous one ends at the same time of day. */
  before: DeskDay[];
  unit: RangeUnit;
  parts: RangePart[];
};

/** Calculates the days of a range, which ends today at the latest. */
export function toRange(query: OverviewQuery, now: Date, timeZone: string): OverviewRange {
  const today = toDay(now, timeZone);
  const isSpan = "weeks" in query;
  const last = isSpan || !query.to || query.to > today ? today : query.to;
  const asked = isSpan ? addDays(toMonday(today), -7 * (query.weeks - 1)) : query.from;
  const count = Math.min(Math.max(countDays(asked, last), 1), rangeDaysMax);
  const first = addDays(last, 1 - count);
  const shift = isSpan ? query.weeks * 7 : count;
  const days = listDays(first, count, timeZone);
  const before = listDays(addDays(first, -shift), count, timeZone);
  const unit = isSpan && query.weeks <= weeksMax ? "week" : chooseUnit(count);
  return {
    weeks: isSpan ? query.weeks : null,
    days: cutDaysAt(days, now),
    before: last === today ? cutDaysAt(before, findSameTimeBefore(now, days, before)) : before,
    unit,
    parts: toParts(days, unit, now),
  };
}

/** Returns the time of day of `now` on the last day of the previous range, even if clocks changed in between. */
function findSameTimeBefore(now: Date, days: DeskDay[], before: DeskDay[]): Date {
  const [start = now, startBefore = now] = [days.at(-1)?.start, before.at(-1)?.start];
  return new Date(startBefore.getTime() + now.getTime() - start.getTime());
}

const weeksMax = 26;
const singleDaysMax = 14;

function chooseUnit(days: number): RangeUnit {
  if (days <= singleDaysMax) return "day";
  return days <= weeksMax * 7 ? "week" : "month";
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMilliseconds).toISOString().slice(0, 10);
}

function countDays(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMilliseconds) + 1;
}

function toMonday(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function listDays(first: string, count: number, timeZone: string): DeskDay[] {
  const midnight = wallTimeIn(timeZone);
  const [year = 0, month = 1, date = 1] = first.split("-").map(Number);
  const starts = Array.from({ length: count + 1 }, (_, at) => midnight(year, month - 1, date + at));
  return starts.slice(0, -1).map((start, at) => ({ day: addDays(first, at), start, end: starts[at + 1] ?? start }));
}

/** Cuts days at `now`, so that submissions at exactly `now` are still included. */
function cutDaysAt(days: DeskDay[], now: Date): DeskDay[] {
  const last = new Date(now.getTime() + 1);
  return days.map((day) => (day.end > last ? { ...day, end: day.start > last ? day.start : last, isPart: true } : day));
}

function toParts(days: DeskDay[], unit: RangeUnit, now: Date): RangePart[] {
  const keys = { day: (day: string) => day, week: toMonday, month: (day: string) => day.slice(0, 7) };
  const groups = Map.groupBy(days, ({ day }) => keys[unit](day));
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    return [{ from: first.day, to: last.day, start: first.start, isOver: last.end <= now }];
  });
}

import { hourMilliseconds } from "../durations.ts";
import { toDay, wallTimeIn } from "../time-zone.ts";

const snoozeChoices = ["hours", "tomorrow", "monday"] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

const hours = 3;
const morningMinutes = 9 * 60;

/** In three hours; tomorrow and next Monday at nine by the clocks of the zone. */
export function listSnoozeTimes(now: Date, timeZone: string): { choice: SnoozeChoice; until: Date }[] {
  const inHours = new Date(now.getTime() + hours * hourMilliseconds);
  return [
    { choice: "hours", until: inHours },
    { choice: "tomorrow", until: toMorning(now, 1, timeZone) },
    { choice: "monday", until: toMorning(now, daysToMonday(toDay(now, timeZone)), timeZone) },
  ];
}

/** Nine o'clock of a day, `YYYY-MM-DD`. */
export function toMorningOf(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return wallTimeIn(timeZone)(year, month - 1, date, morningMinutes);
}

function toMorning(now: Date, days: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = toDay(now, timeZone).split("-").map(Number);
  return wallTimeIn(timeZone)(year, month - 1, date + days, morningMinutes);
}

/** On a Monday it is the next one. */
function daysToMonday(day: string): number {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return (8 - weekday) % 7 || 7;
}

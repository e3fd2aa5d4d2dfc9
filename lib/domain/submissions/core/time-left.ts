import { hourMilliseconds } from "../../durations.ts";

export type TimeLeft = { isLate: boolean; unit: "minutes" | "hours" | "days"; count: number };

const minuteMilliseconds = hourMilliseconds / 60;

/** Rounds down, so that it never promises more time than is left. Counts in days from two days on. */
export function toTimeLeft(dueAt: Date, now: Date): TimeLeft {
  const distance = dueAt.getTime() - now.getTime();
  const isLate = distance <= 0;
  const hours = Math.floor(Math.abs(distance) / hourMilliseconds);
  if (hours >= 48) return { isLate, unit: "days", count: Math.floor(hours / 24) };
  if (hours >= 1) return { isLate, unit: "hours", count: hours };
  return { isLate, unit: "minutes", count: Math.floor(Math.abs(distance) / minuteMilliseconds) };
}

import * as z from "zod/mini";
import { dayMilliseconds } from "../../durations.ts";
import { isDay, isoDay, storedId } from "../../schema-kit.ts";
import { toDayRange } from "../../time-zone.ts";

/** Whether rules may assign submissions to an operator. `offDutyUntil`: null if they are back only when they say so. */
export type Duty = { isOnDuty: boolean; offDutyUntil: Date | null };

/** Applies the end of a time off, which the stored row does not show. */
export function toDuty(stored: Duty, now: Date): Duty {
  const isOver = stored.offDutyUntil !== null && stored.offDutyUntil <= now;
  return isOver ? { isOnDuty: true, offDutyUntil: null } : stored;
}

const daysMax = 366;

/** Start of a day in the time zone; null unless the day is within the coming year. */
export function toFirstMoment(day: string, now: Date, timeZone: string): Date | null {
  if (!isDay(day)) return null;
  const { start } = toDayRange(day, timeZone);
  return start > now && start.getTime() < now.getTime() + daysMax * dayMilliseconds ? start : null;
}

/** `until`: the day on which the operator is back. */
const dutyFields = {
  state: z.enum(["on", "off"]),
  until: z.optional(isoDay()),
};

export const DutyChange = z.object(dutyFields);
export type DutyChange = z.infer<typeof DutyChange>;

/** A change for another operator. */
export const OperatorDutyChange = z.object({ id: storedId(), ...dutyFields });
export type OperatorDutyChange = z.infer<typeof OperatorDutyChange>;

import * as z from "zod/mini";
import { dayMilliseconds } from "../../durations.ts";
import { isExistingDay, isoDay, storedId } from "../../schema-kit.ts";
import { toDayRange } from "../../time-zone.ts";

/** `offDutyUntil` is null if the operator's time off has no set end. */
export type Duty = { isOnDuty: boolean; offDutyUntil: Date | null };

/** An operator whose time off has ended is on duty, although the stored row still says off duty. */
export function getCurrentDuty(stored: Duty, now: Date): Duty {
  const isOver = stored.offDutyUntil !== null && stored.offDutyUntil <= now;
  return isOver ? { isOnDuty: true, offDutyUntil: null } : stored;
}

const daysMax = 366;

/** Returns the first moment of the day of return, or null unless it is within the coming year. */
export function toReturnTime(day: string, now: Date, timeZone: string): Date | null {
  if (!isExistingDay(day)) return null;
  const { start } = toDayRange(day, timeZone);
  return start > now && start.getTime() < now.getTime() + daysMax * dayMilliseconds ? start : null;
}

/** `until` is the day on which the operator is back. */
const dutyFields = {
  state: z.enum(["on", "off"]),
  until: z.optional(isoDay()),
};

export const DutyChange = z.object(dutyFields);
export type DutyChange = z.infer<typeof DutyChange>;

export const OperatorDutyChange = z.object({ id: storedId(), ...dutyFields });
export type OperatorDutyChange = z.infer<typeof OperatorDutyChange>;

import "server-only";
import type { Locale } from "../../domain/locale.ts";
import { formatReplyTime } from "../../domain/submissions/promises.ts";
import {
  isAlwaysOpen,
  parseBusinessDays,
  parseBusinessHours,
  parseHolidays,
  workingHoursIn,
} from "../../domain/submissions/working-time.ts";
import { env } from "../env.ts";

/** The desk warns when this part of the time has passed. */
const warningShare = 3 / 4;

let cached: { isAroundTheClock: boolean; addHours: ReturnType<typeof workingHoursIn> } | undefined;

/** Promised by the settings to what is sent now. */
export function promiseReply(sentAt: Date): { replyDueAt: Date; replyWarningAt: Date } {
  const { addHours } = readWorkingTime();
  const hours = env().REPLY_HOURS;
  return { replyDueAt: addHours(sentAt, hours), replyWarningAt: addHours(sentAt, hours * warningShare) };
}

/** "48 hours" or "48 hours of working time", by the settings. */
export function getReplyTime(locale: Locale): string {
  return formatReplyTime({ hours: env().REPLY_HOURS, ...readWorkingTime() }, locale);
}

function readWorkingTime() {
  if (cached) return cached;
  const { BUSINESS_DAYS, BUSINESS_HOURS, HOLIDAYS, TIME_ZONE: timeZone } = env();
  const [days, hours] = [parseBusinessDays(BUSINESS_DAYS), parseBusinessHours(BUSINESS_HOURS)];
  const holidays = HOLIDAYS === undefined ? [] : parseHolidays(HOLIDAYS);
  if (!days || !hours || !holidays) throw new Error("the working time was not checked");
  const workingTime = { days, hours, holidays, timeZone };
  cached = { isAroundTheClock: isAlwaysOpen(workingTime), addHours: workingHoursIn(workingTime) };
  return cached;
}

import "server-only";
import type { Locale } from "../../../domain/locale.ts";
import { hasClock } from "../../../domain/submissions/core/clock.ts";
import type { ReplyTerms } from "../../../domain/submissions/core/promises.ts";
import {
  createWorkingHoursAdder,
  formatWorkingTime,
  isAlwaysOpen,
  parseBusinessDays,
  parseBusinessHours,
  parseHolidays,
  type WorkingTime,
} from "../../../domain/submissions/core/working-time.ts";
import { toDayRange } from "../../../domain/time-zone.ts";
import { verdictText } from "../../../i18n/texts.ts";
import { env } from "../../env.ts";

/** Share of the promised reply time after which the desk warns. */
const warningShare = 3 / 4;

type CachedWorkingTime = {
  workingTime: WorkingTime;
  isAlwaysOpen: boolean;
  /** When the last holiday ends, in milliseconds since the epoch. */
  holidaysEnd: number;
  addHours: ReturnType<typeof createWorkingHoursAdder>;
};
let cached: CachedWorkingTime | undefined;

export function getReplyPromise(sentAt: Date): { dueAt: Date; warnsAt: Date; terms: ReplyTerms } {
  const { addHours } = readWorkingTime();
  const terms = getReplyTerms(sentAt);
  return { dueAt: addHours(sentAt, terms.hours), warnsAt: addHours(sentAt, terms.hours * warningShare), terms };
}

type PromiseColumns = { replyDueAt?: Date; replyWarningAt?: Date; replyHours?: number; replyHoursRun?: string };

/** Empty for a submission without a response clock. */
export function toPromiseColumns(submission: Parameters<typeof hasClock>[0], sentAt: Date): PromiseColumns {
  if (!hasClock(submission)) return {};
  const { dueAt: replyDueAt, warnsAt: replyWarningAt, terms } = getReplyPromise(sentAt);
  return { replyDueAt, replyWarningAt, replyHours: terms.hours, replyHoursRun: terms.run };
}

/** Returns the reply time promised to new submissions. Mentions holidays until the last configured one is over. */
export function getReplyTerms(now = new Date()): ReplyTerms {
  const { isAlwaysOpen, holidaysEnd } = readWorkingTime();
  const onHolidays = now.getTime() < holidaysEnd ? "except_holidays" : "always";
  return { hours: env().REPLY_HOURS, run: isAlwaysOpen ? onHolidays : "working_time" };
}

/** Formats the reply time promised to new submissions. A stored submission keeps the terms it was sent with. */
export function getReplyTime(locale: Locale): string {
  return formatReplyTime(getReplyTerms(), locale);
}

/** Formats the working time, such as "Monday to Friday, 9:00 AM to 6:00 PM (…)". Null if the company is always open. */
export function findWorkingTime(locale: Locale): string | null {
  const { isAlwaysOpen, workingTime } = readWorkingTime();
  return isAlwaysOpen ? null : formatWorkingTime(workingTime, locale);
}

function readWorkingTime(): CachedWorkingTime {
  if (cached) return cached;
  const { BUSINESS_DAYS, BUSINESS_HOURS, HOLIDAYS, TIME_ZONE: timeZone } = env();
  const [days, hours] = [parseBusinessDays(BUSINESS_DAYS), parseBusinessHours(BUSINESS_HOURS)];
  const holidays = HOLIDAYS === undefined ? [] : parseHolidays(HOLIDAYS);
  if (!days || !hours || !holidays) throw new Error("the working time was not checked");
  const workingTime = { days, hours, holidays, timeZone };
  const holidaysEnd = Math.max(...holidays.map((day) => toDayRange(day, timeZone).end.getTime()));
  cached = {
    workingTime,
    isAlwaysOpen: isAlwaysOpen(workingTime),
    holidaysEnd,
    addHours: createWorkingHoursAdder(workingTime),
  };
  return cached;
}

/** Formats a reply time such as "48 hours" or "48 horas hábiles", to follow "within" or "en un plazo de". */
export function formatReplyTime({ hours, run }: ReplyTerms, locale: Locale): string {
  return verdictText(locale)(`replyTime.${run}`, { hours });
}

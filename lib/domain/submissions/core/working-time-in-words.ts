import en from "../../../../messages/en/time.json";
import es from "../../../../messages/es/time.json";
import { createText } from "../../../i18n/create-text.ts";
import { formatLocales } from "../../../i18n/locales.ts";
import { createClockFormat, formatTimeZone } from "../../../i18n/time-in-words.ts";
import type { Locale } from "../../locale.ts";
import { dayMinutes, type WorkingTime } from "./working-time.ts";

const timeText = createText({ en, es });
const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** "Monday to Friday, 9:00 AM to 6:00 PM (Mexico City time)" or the same in Spanish. */
export function formatWorkingTime({ days, hours, timeZone }: WorkingTime, locale: Locale): string {
  const clock = createClockFormat(locale, "UTC");
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
  const format = new Intl.DateTimeFormat(formatLocales[locale], { timeZone: "UTC", weekday: "long" });
  // The first of January 2024 was a Monday.
  const name = (at = 0) => format.format(new Date(Date.UTC(2024, 0, 1 + at)));
  const runs: number[][] = [];
  for (const [at, day] of week.entries()) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    if (run?.at(-1) === at - 1) run.push(at);
    else runs.push([at]);
  }
  const parts = runs.flatMap((run) =>
    run.length > 2 ? [timeText(locale)("days", { first: name(run[0]), last: name(run.at(-1)) })] : run.map(name),
  );
  return new Intl.ListFormat(formatLocales[locale]).format(parts);
}

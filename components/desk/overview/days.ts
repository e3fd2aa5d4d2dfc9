import { useTimeZone } from "next-intl";
import type { DeskDay } from "#lib/domain/submissions/overview/overview-range.ts";
import { keepOnOneLine, useDeskLanguage } from "#lib/i18n/desk-text.ts";

/** Formats a range of days: "Nov 2 – 23, 2026", "2–23 nov 2026". */
export function useDays(): (days: readonly DeskDay[]) => string {
  // Not the desk's locale: a range in es-MX is "2–23 de nov de 2026", unlike its dates.
  const format = new Intl.DateTimeFormat(useDeskLanguage(), { dateStyle: "medium", timeZone: useTimeZone() });
  return (days) => {
    const [first, last] = [days[0], days.at(-1)];
    return first && last ? keepOnOneLine(format.formatRange(first.start, last.start)) : "";
  };
}

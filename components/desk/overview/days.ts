import { useFormatter } from "next-intl";
import type { DeskDay } from "#lib/domain/desk/overview-range.ts";

/** Formats the first and the last of some days: "Nov 2 – 23, 2026". */
export function useDays(): (days: readonly DeskDay[]) => string {
  const format = useFormatter();
  return (days) => {
    const [first, last] = [days[0], days.at(-1)];
    return first && last ? format.dateTimeRange(first.start, last.start, { dateStyle: "medium" }) : "";
  };
}

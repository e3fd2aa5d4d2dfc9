// The table of times that each case of the desk has a row in.
import { printTable, quantile } from "../print-table.ts";

const p95Max = 100;

/** Milliseconds of every request of each case. */
export function reportTimes(heading: string, times: Record<string, number[]>): void {
  const rows = Object.entries(times).map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const p95 = quantile(sorted, 0.95);
    return {
      case: name,
      asked: sorted.length,
      "p50 ms": quantile(sorted, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      [`target ${p95Max} ms`]: p95 <= p95Max ? "met" : "missed",
    };
  });
  printTable(heading, rows);
}

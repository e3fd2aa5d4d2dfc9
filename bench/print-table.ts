// Tables and ratios on the terminal, and the numbers in them.
import type { Failures } from "./load.ts";
import type { Measure } from "./measure.ts";

export function printTable(heading: string, rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  console.log(`\n${heading}`);
  for (const line of cells) {
    const padded = line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
    console.log(`  ${padded.join("  ")}`);
  }
}

/** Medians of the rounds, and all failures. */
export function toRow(name: string, rounds: Measure[]): Record<string, string | number> {
  const of = (key: Exclude<keyof Measure, "failures">) => median(rounds.map((round) => round[key]));
  return {
    server: name,
    "req/s": Math.round(of("requestsPerSecond")),
    "p50 ms": of("p50").toFixed(2),
    "p99 ms": of("p99").toFixed(2),
    "CPU ms/req": of("cpu").toFixed(3),
    "Postgres CPU ms/req": of("postgresCpu").toFixed(3),
    "memory MB": Math.round(of("residentBytes") / 1e6),
    failed: inWords(rounds.map(({ failures }) => failures)),
  };
}

export function isFlawless(rounds: Measure[]): boolean {
  return rounds.every(({ failures }) => Object.keys(failures).length === 0);
}

/** "0", or such as "2 × 503". */
function inWords(all: Failures[]): string {
  const sums = new Map<string, number>();
  for (const failures of all) {
    for (const [kind, count] of Object.entries(failures)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return [...sums].map(([kind, count]) => `${count} × ${kind}`).join(", ") || "0";
}

export type Target = { max: number; words: string };

type Comparison = {
  what: string;
  key: Exclude<keyof Measure, "failures">;
  ours: Measure[];
  other: Measure[];
  target?: Target;
};

/** Prints `ours` divided by `other`, round by round, and whether the median meets the target. */
export function printRatio({ what, key, ours, other, target }: Comparison): void {
  // Refusals are cheap: with them, the numbers mean nothing.
  if (!isFlawless([...ours, ...other])) {
    console.log(`  ${what}: not judged, requests failed`);
    return;
  }
  const ratio = spread(ours.map((measure, round) => measure[key] / (other[round]?.[key] ?? Number.NaN)));
  const verdict = target ? `, target ${target.words}: ${ratio.median <= target.max ? "met" : "missed"}` : "";
  const rounds = `rounds ${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}`;
  console.log(`  ${what}: ${ratio.median.toFixed(2)} (${rounds})${verdict}`);
}

/** The value below which `share` (0 to 1) of the sorted numbers lie. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? quantile(sorted, 0.5) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function spread(rounds: readonly number[]): { median: number; min: number; max: number } {
  return { median: median(rounds), min: Math.min(...rounds), max: Math.max(...rounds) };
}

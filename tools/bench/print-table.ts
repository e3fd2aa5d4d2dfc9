// Prints tables and computes their numbers.

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

/** Computes a quantile by nearest rank. `share` is from 0 to 1, and `sorted` in ascending order. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? quantile(sorted, 0.5) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

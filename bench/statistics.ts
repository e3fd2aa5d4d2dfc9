// The few numbers that the tables are made of.

/** The value below which `share` (0 to 1) of the sorted numbers lie. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? quantile(sorted, 0.5) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The median of the rounds, and between which values they lay. */
export function spread(rounds: readonly number[]): { median: number; min: number; max: number } {
  return { median: median(rounds), min: Math.min(...rounds), max: Math.max(...rounds) };
}

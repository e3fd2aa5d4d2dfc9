/** Lower-cases and removes accents, because people often omit them when typing: "Envío" becomes "envio". */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Counts inserted, deleted, replaced and swapped characters (optimal string alignment). Returns any number above `max`
 * if there are more: it computes no cell that must be above it, and stops at a row without others.
 */
export function getEditDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  let before: number[] = [];
  let last = Array.from({ length: Math.min(b.length, max) + 1 }, (_, at) => at);
  let [leastBefore, least] = [0, 0];
  for (let row = 1; row <= a.length && Math.min(leastBefore, least) <= max; row++) {
    const next = [row];
    [leastBefore, least] = [least, row];
    const end = Math.min(b.length, row + max);
    for (let column = Math.max(1, row - max); column <= end; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = getCell(last, column - 1) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? getCell(before, column - 2) + 1 : changed;
      const cell = Math.min(getCell(last, column) + 1, getCell(next, column - 1) + 1, changed, swapped);
      least = Math.min(least, cell);
      next[column] = cell;
    }
    before = last;
    last = next;
  }
  return Math.min(leastBefore, least) > max ? Number.POSITIVE_INFINITY : getCell(last, b.length);
}

function getCell(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

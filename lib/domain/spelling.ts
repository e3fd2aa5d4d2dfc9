/** Lower-cases and removes accents, because people often omit them when typing: "Envío" becomes "envio". */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Counts inserted, deleted, replaced and swapped characters (optimal string alignment). */
export function getEditDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = getCell(last, column - 1) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? getCell(before, column - 2) + 1 : changed;
      next.push(Math.min(getCell(last, column) + 1, getCell(next, column - 1) + 1, changed, swapped));
    }
    before = last;
    last = next;
  }
  return getCell(last, b.length);
}

function getCell(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

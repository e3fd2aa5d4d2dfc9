/** Compares texts for sorting, by code units, so the order is the same in every locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

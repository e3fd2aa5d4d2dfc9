import { neutralizeFormulas } from "./neutralize-formulas.ts";

export type CsvCell = string | number | boolean | Date | null;

/** Stands before the first line: without it Excel takes UTF-8 for the code page of its country. */
export const byteOrderMark = "\ufeff";

/** One line of a CSV file (RFC 4180), its end included. Text is no formula, whatever it begins with; times are ISO. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

function written(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return cell instanceof Date ? cell.toISOString() : String(cell);
  const text = neutralizeFormulas(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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

/**
 * Where a spreadsheet may begin a cell, and a formula with it: at the start, and, where it does not take the comma for
 * the separator (as with a decimal comma), behind a semicolon, a tab or a line break, whatever the quotes say. Blanks,
 * invisible signs and quotes before the formula are passed over, as some spreadsheets do.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const breakStart = /^(?=[\t\r\n])/;

/** `text` for a cell of a CSV file that a spreadsheet shows as it is: an apostrophe stands before what it would run. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "'").replace(breakStart, "'");
}

export type CsvCell = string | number | boolean | Date | null;

/** Without it, Excel reads UTF-8 as the code page of its country. */
export const byteOrderMark = "\ufeff";

/** One line of a CSV file (RFC 4180) with its line break. Formulas are neutralized; times are ISO 8601. */
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
 * Where a spreadsheet may begin a formula: at the start and, where the comma is no separator (decimal comma), after a
 * semicolon, a tab or a line break, even inside quotes. Some spreadsheets skip blanks, invisible characters and quotes
 * before the formula.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const breakStart = /^(?=[\t\r\n])/;

/** Puts an apostrophe before everything that a spreadsheet would run. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "'").replace(breakStart, "'");
}

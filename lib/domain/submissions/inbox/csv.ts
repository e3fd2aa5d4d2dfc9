export type CsvCell = string | number | boolean | Date | null;

/** Start of a CSV file: without it, Excel does not read UTF-8. */
export const byteOrderMark = "\ufeff";

/** Formats a CSV line (RFC 4180) including its line break. Times are in ISO 8601. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(",")}\r\n`;
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return cell instanceof Date ? cell.toISOString() : String(cell);
  const text = neutralizeFormulas(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Places where a spreadsheet may start a formula: the beginning of a cell and, in countries with a decimal comma, after
 * a semicolon, tab or line break, even inside quotes. Some programs skip blanks, invisible characters and quotes before
 * the formula.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const breakStart = /^(?=[\t\r\n])/;

/** Puts an apostrophe before each possible formula, so that spreadsheets show it as text. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "'").replace(breakStart, "'");
}

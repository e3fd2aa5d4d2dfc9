export type CsvCell = string | number | boolean | Date | null;

/** Without it, Excel does not read UTF-8. */
export const byteOrderMark = "\ufeff";

/** RFC 4180, with the line break; times in ISO 8601. */
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
 * Places where a spreadsheet may start a formula: the beginning; in countries with a decimal comma also after a
 * semicolon, tab or line break, even inside quotes. Some skip blanks, invisible characters and quotes before it.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const breakStart = /^(?=[\t\r\n])/;

/** Puts an apostrophe before every possible formula. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "'").replace(breakStart, "'");
}

/**
 * Parses CSV strictly (RFC 4180): every line ends with CRLF; quotes only enclose a field or are doubled within one.
 */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let line: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (!found) throw new Error(`This is not CSV: ${JSON.stringify(text.slice(at, at + 80))}`);
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    lines.push(line);
    line = [];
  }
  if (line.length) throw new Error("The last line does not end.");
  return lines;
}

/** Parses CSV with a header line into one record per row. @throws if a row lacks a column */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...lines] = readCsv(text);
  return lines.map((line) => {
    if (line.length !== names.length) throw new Error(`${names.length} columns, and a line of ${line.length}`);
    return Object.fromEntries(names.map((name, at) => [name, line[at] ?? ""]));
  });
}

import { isJsonObject } from "../../json.ts";

const depthMax = 40;

type Printer = { pieces: string[]; left: number; isTooDeep: boolean };

/** Prints JSON. Replaces values that are nested too deep with … and reports the result as cut. */
export function printJson(value: unknown, charactersMax: number): { text: string; isCut: boolean } {
  const printer: Printer = { pieces: [], left: charactersMax, isTooDeep: false };
  printValue(printer, value, 0);
  return { text: printer.pieces.join(""), isCut: printer.left < 0 || printer.isTooDeep };
}

function printValue(printer: Printer, value: unknown, depth: number): void {
  const isBranch = Array.isArray(value) || isJsonObject(value);
  if (!isBranch) {
    appendText(printer, typeof value === "string" ? quoteString(printer, value) : (JSON.stringify(value) ?? "null"));
  } else if (depth >= depthMax) {
    printer.isTooDeep = true;
    appendText(printer, "…");
  } else if (Array.isArray(value)) {
    printMembers(printer, "[]", value.length, depth, (at) => printValue(printer, value[at], depth + 1));
  } else {
    const names = Object.keys(value);
    printMembers(printer, "{}", names.length, depth, (at) => {
      const name = names[at] ?? "";
      appendText(printer, `${quoteString(printer, name)}: `);
      printValue(printer, value[name], depth + 1);
    });
  }
}

function printMembers(printer: Printer, ends: string, count: number, depth: number, print: (at: number) => void): void {
  if (!count) {
    appendText(printer, ends);
    return;
  }
  appendText(printer, ends.slice(0, 1));
  for (let at = 0; at < count && printer.left >= 0; at++) {
    appendText(printer, `${at ? "," : ""}\n${"  ".repeat(depth + 1)}`);
    print(at);
  }
  appendText(printer, `\n${"  ".repeat(depth)}${ends.slice(1)}`);
}

function appendText(printer: Printer, text: string): void {
  if (printer.left < 0) return;
  printer.pieces.push(text.length > printer.left ? text.slice(0, printer.left).toWellFormed() : text);
  printer.left -= text.length;
}

/** Quotes a string. Escapes only as much of a long string as fits, to save time. */
function quoteString({ left }: Printer, text: string): string {
  return JSON.stringify(text.length > left + 10 ? text.slice(0, Math.max(0, left) + 10) : text);
}

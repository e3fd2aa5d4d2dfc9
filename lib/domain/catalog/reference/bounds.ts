import { asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { cutAfter } from "../matches.ts";

/** Limits on what a reference page shows. The page shows how many parts it omits; the download is complete. */
export const bounds = {
  operations: 100,
  groups: 40,
  /** Maximum rows of all schemas and parameters together. `rowsOfOperation` limits the share of one operation. */
  rows: 1_600,
  rowsOfOperation: { min: 10, max: 200 },
  parameters: 40,
  properties: 60,
  variants: 8,
  values: 24,
  depth: 6,
  responses: 16,
  contents: 3,
  examples: 2,
  servers: 6,
  schemes: 8,
  exampleCharacters: 5_000,
  /** Maximum characters of all examples, descriptions and values together. */
  characters: 300_000,
  nameCharacters: 160,
  summaryCharacters: 240,
  textCharacters: 1_600,
  introCharacters: 6_000,
  /** Maximum number of schema parts visited, which limits the time spent on any document. */
  steps: 60_000,
} as const;

export type Budget = { rows: number; characters: number; steps: number };

export type OpenedDocument = { document: JsonObject };
/** `address`: the document's own, which relative URLs of servers refer to. */
export type ReferenceSource = OpenedDocument & { budget: Budget; address?: string | undefined };

export function asText(value: unknown, max: number = bounds.textCharacters): string {
  if (typeof value !== "string") return "";
  const clean = value
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return clean.length > max ? `${cutAfter(clean, max)}…` : clean;
}

/** Cuts between two blocks if possible, because cut-off Markdown syntax would be shown as plain text. */
export function asMarkdown(value: unknown, max: number = bounds.textCharacters): string {
  const text = asText(value, max);
  const blocks = text.endsWith("…") ? text.slice(0, text.lastIndexOf("\n\n")) : text;
  return blocks.length > max / 3 && blocks !== text ? `${blocks}\n\n…` : text;
}

export function asName(value: unknown, max: number = bounds.nameCharacters): string {
  return asText(value, max).replace(/\s+/g, " ");
}

export function listMembers(value: unknown, max: number): [string, unknown][] {
  return Object.entries(asObject(value)).slice(0, max);
}

/** Reads an RFC 3339 date, with or without a time. */
export function asDate(value: unknown): Date | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

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

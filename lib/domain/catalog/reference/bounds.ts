import { asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { shortenText } from "../matches.ts";

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
/** `address`: URL of the document, against which relative server URLs are resolved. */
export type ReferenceSource = OpenedDocument & { budget: Budget; address?: string | undefined };

export function asText(value: unknown, max: number = bounds.textCharacters): string {
  if (typeof value !== "string") return "";
  const clean = value
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return shortenText(clean, max);
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

/** Prints JSON. Replaces values that are nested too deep with "…" and reports the result as cut. */
export function printJson(value: unknown, charactersMax: number): { text: string; isCut: boolean } {
  const copied = { left: charactersMax, isTooDeep: false };
  const text = JSON.stringify(copyStart(copied, value, 0), null, 2) ?? "null";
  return { text: text.slice(0, charactersMax).toWellFormed(), isCut: text.length > charactersMax || copied.isTooDeep };
}

/** Counts fewer characters than are printed, so that the text of a cut copy is always too long and reported as cut. */
function copyStart(copied: { left: number; isTooDeep: boolean }, value: unknown, depth: number): unknown {
  copied.left -= 1;
  if (typeof value === "string") {
    const start = value.slice(0, Math.max(0, copied.left) + 1);
    copied.left -= start.length;
    return start;
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return value;
  if (depth >= depthMax) {
    copied.isTooDeep = true;
    return "…";
  }
  const members: [string | number, unknown][] = [];
  for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (copied.left < 0) break;
    if (typeof name === "string") copied.left -= name.length;
    members.push([name, copyStart(copied, member, depth + 1)]);
  }
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

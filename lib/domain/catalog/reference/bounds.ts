import { asObject, type JsonObject } from "../../json.ts";
import { cutAfter } from "../matches.ts";

/** How much of a document a page shows. The rest is counted, and is in the download. */
export const bounds = {
  operations: 100,
  groups: 40,
  /** Rows of all schemas and parameters together, and the most and fewest that one operation gets of them. */
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
  /** Examples, descriptions and values of all schemas together. */
  characters: 300_000,
  nameCharacters: 160,
  summaryCharacters: 240,
  textCharacters: 1_600,
  /** Schema parts visited in all: limits the time for any document. */
  steps: 60_000,
} as const;

export type Budget = { rows: number; characters: number; steps: number };

/** A document and the budget left for reading it. */
export type Source = { document: JsonObject; budget: Budget };

/** A string without control and bidirectional characters; anything else is empty. */
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

/** A name, on one line. */
export function asName(value: unknown, max: number = bounds.nameCharacters): string {
  return asText(value, max).replace(/\s+/g, " ");
}

/** The own properties, the first `max` of them. */
export function listEntries(value: unknown, max: number): [string, unknown][] {
  return Object.entries(asObject(value)).slice(0, max);
}

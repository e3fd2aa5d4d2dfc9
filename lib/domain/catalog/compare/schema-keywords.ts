import type { JsonObject } from "../../json.ts";
import { type ApiDocument, flagKeywords, innerKeywords, mapKeywords } from "./model.ts";
import { toCanonical } from "./values.ts";

/** Keywords without an effect on values. References into `$defs` are resolved. */
const wordKeywords = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "$comment",
  "$defs",
  "definitions",
]);
const notationKeywords = new Set(
  ["type", "nullable", "x-nullable", "enum", "const", "minimum", "maximum", "format"].concat(
    ["exclusiveMinimum", "exclusiveMaximum", "contentEncoding", "contentMediaType", "minContains"],
    ["minLength", "minItems", "minProperties", ...flagKeywords],
  ),
);
const mergedKeywords = new Set<string>([
  ...["$ref", "allOf", "oneOf", "anyOf", "type", "nullable", "x-nullable", "enum", "const", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "required", "dependentRequired", "prefixItems", "additionalItems"],
  ...[...mapKeywords, ...innerKeywords, ...flagKeywords, "dependencies"],
]);

export const isWord = (name: string) => wordKeywords.has(name) || name.startsWith("x-");

/** Collects the keywords that are compared as text. Leaves out bounds without effect, such as `minLength: 0`. */
export function collectKeywords(document: ApiDocument, parts: JsonObject[]): Map<string, unknown> {
  const found = new Map<string, Map<string, unknown>>();
  for (const part of parts) {
    for (const [given, content] of Object.entries(part)) {
      // OpenAPI 3.1 has a list of examples instead of one.
      const [name, value] = given === "example" ? ["examples", [content]] : [given, content];
      const isResolved = name !== "$ref" || typeof value !== "string" || !document.unresolved.has(value);
      if ((mergedKeywords.has(name) && isResolved) || isEmptyBound(name, value)) continue;
      const known = found.get(name) ?? new Map<string, unknown>();
      found.set(name, known.set(toCanonical(value), value));
    }
  }
  const merged = new Map<string, unknown>();
  for (const [name, values] of found) {
    const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
    merged.set(name, mergeValue(name, sorted));
  }
  if (!merged.has("format")) readContent(merged);
  return merged;
}

function isEmptyBound(name: string, value: unknown): boolean {
  return (value === 0 && /^min(Length|Items|Properties)$/.test(name)) || (value === 1 && name === "minContains");
}

function mergeValue(name: string, values: unknown[]): unknown {
  if (values.length === 1) return values[0];
  const isBound = /^(min|max)[A-Z]/.test(name) && values.every((value) => typeof value === "number");
  if (isBound) return name.startsWith("min") ? Math.max(...values.map(Number)) : Math.min(...values.map(Number));
  return values;
}

/** In OpenAPI 3.1, these keywords mean the same as `format` in 3.0 and 2.0. */
function readContent(keywords: Map<string, unknown>): void {
  const [keyword, format] =
    keywords.get("contentEncoding") === "base64" ? ["contentEncoding", "byte"] : ["contentMediaType", "binary"];
  if (format === "binary" && keywords.get(keyword) !== "application/octet-stream") return;
  keywords.delete(keyword);
  keywords.set("format", format);
}

/** Prints the keywords that can be written in several ways, as they are written. */
export function printNotation(parts: JsonObject[]): string {
  const texts = parts.flatMap((part) =>
    Object.keys(part).flatMap((name) => (notationKeywords.has(name) ? [`${name}:${printSorted(part[name])}`] : [])),
  );
  return [...new Set(texts)].sort().join(";");
}

function printSorted(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toCanonical).sort()}]` : toCanonical(value);
}

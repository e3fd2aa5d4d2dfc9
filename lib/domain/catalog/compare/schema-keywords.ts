import { asList, asObject, type JsonObject, toCanonicalJson } from "../../json.ts";
import type { ApiDocument } from "./model.ts";

const mapKeywords = ["properties", "patternProperties", "dependentSchemas"] as const;
const singleKeywords = [
  ...(["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains"] as const),
  ...(["propertyNames", "contentSchema", "not", "if", "then", "else"] as const),
];
/** Keywords that contain schemas, in the order in which they are compared. */
export const innerKeywords = ["prefixItems", ...singleKeywords, "patternProperties", "dependentSchemas"] as const;
export type InnerKeyword = (typeof innerKeywords)[number] | "properties";
export const flagKeywords = ["uniqueItems", "readOnly", "writeOnly", "deprecated"];

/** Keywords that belong to the first of them in the same schema, so several parts of `allOf` with them stay apart. */
export const conditionKeywords = {
  if: ["if", "then", "else"],
  contains: ["contains", "minContains", "maxContains"],
} as const;
export type ConditionKeyword = keyof typeof conditionKeywords;

/** Lists the conditions in the parts of `allOf`, each as a schema. */
export function listConditions(parts: JsonObject[], keyword: ConditionKeyword): JsonObject[] {
  const found = parts.filter((part) => part[keyword] !== undefined);
  return found.map((part) =>
    Object.fromEntries(conditionKeywords[keyword].flatMap((name) => (name in part ? [[name, part[name]]] : []))),
  );
}

/** Lists the schemas inside a schema. A keyword that holds a single schema gives it an empty name. */
export function* listInnerSchemas(part: JsonObject): Generator<[keyword: InnerKeyword, name: string, schema: unknown]> {
  const maps = [...mapKeywords.map((keyword) => [keyword, part[keyword]] as const)];
  for (const [keyword, map] of [...maps, ["dependentSchemas", part.dependencies] as const]) {
    for (const [name, schema] of Object.entries(asObject(map))) {
      if (!Array.isArray(schema)) yield [keyword, name, schema];
    }
  }
  const isTuple = Array.isArray(part.items);
  for (const [at, schema] of asList(isTuple ? part.items : part.prefixItems).entries()) {
    yield ["prefixItems", String(at), schema];
  }
  for (const keyword of singleKeywords) {
    const schema = isTuple && keyword === "items" ? part.additionalItems : part[keyword];
    if (schema !== undefined) yield [keyword, "", schema];
  }
}

/** Keywords that allow and forbid no values. `$defs` and `$anchor` are among them: references to them are compared. */
const words = /^(title|summary|description|examples?|externalDocs|\$(comment|defs|anchor)|definitions|x-.*)$/s;
export const isAnnotation = (name: string) => words.test(name);

const valueKeywords = [
  "type",
  "nullable",
  "x-nullable",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  ...flagKeywords,
];
const notationKeywords = new Set([
  ...valueKeywords,
  "format",
  "contentEncoding",
  "contentMediaType",
  "minContains",
  "minLength",
  "minItems",
  "minProperties",
  "pattern",
]);
const mergedKeywords = new Set<string>([
  ...[...valueKeywords, ...mapKeywords, ...singleKeywords],
  "$ref",
  "dependentRequired",
  "dependencies",
  "prefixItems",
  "additionalItems",
]);
const listKeywords = ["allOf", "oneOf", "anyOf", "required"];

/** Collects the keywords that are compared as text. Leaves out those without effect, such as `minLength: 0`. */
export function collectKeywords(document: ApiDocument, parts: JsonObject[]): Map<string, unknown> {
  const found = new Map<string, Map<string, unknown>>();
  for (const part of parts) {
    for (const [given, content] of Object.entries(part)) {
      const [name, value] = toCurrentNotation(given, content);
      const isResolved = name !== "$ref" || typeof value !== "string" || !document.unresolved.has(value);
      const isMerged = listKeywords.includes(name) ? Array.isArray(value) : mergedKeywords.has(name) && isResolved;
      if (isMerged || hasNoEffect(name, value)) continue;
      const known = found.get(name) ?? new Map<string, unknown>();
      found.set(name, known.set(toCanonicalJson(value), value));
    }
  }
  const merged = new Map<string, unknown>();
  for (const [name, values] of found) {
    const sorted = [...values].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
    merged.set(name, mergeKeywordValues(name, sorted));
  }
  if (!merged.has("format")) replaceContentKeywords(merged);
  return merged;
}

/**
 * OpenAPI 3.1 has a list of examples instead of one. Swagger 2 names only the property of a discriminator. The formats
 * `byte` and `base64` are the same.
 */
function toCurrentNotation(name: string, value: unknown): [name: string, value: unknown] {
  if (name === "example") return ["examples", [value]];
  if (name === "format" && value === "base64") return [name, "byte"];
  return [name, name === "discriminator" && typeof value === "string" ? { propertyName: value } : value];
}

const allPatterns = new Set<unknown>(["", ".*", "^.*", ".*$", "^.*$", "^", "$", "[\\s\\S]*", "^[\\s\\S]*$"]);

function hasNoEffect(name: string, value: unknown): boolean {
  if (name === "pattern") return allPatterns.has(value);
  return (value === 0 && /^min(Length|Items|Properties)$/.test(name)) || (value === 1 && name === "minContains");
}

function mergeKeywordValues(name: string, values: unknown[]): unknown {
  if (values.length === 1) return values[0];
  const isBound = /^(min|max)[A-Z]/.test(name) && values.every((value) => typeof value === "number");
  if (isBound) return name.startsWith("min") ? Math.max(...values.map(Number)) : Math.min(...values.map(Number));
  return values;
}

/** Writes the content keywords of OpenAPI 3.1 as `format`, which means the same in 3.0 and 2.0. */
function replaceContentKeywords(keywords: Map<string, unknown>): void {
  const [keyword, format] =
    keywords.get("contentEncoding") === "base64" ? ["contentEncoding", "byte"] : ["contentMediaType", "binary"];
  if (format === "binary" && keywords.get(keyword) !== "application/octet-stream") return;
  keywords.delete(keyword);
  keywords.set("format", format);
}

/** Prints the original notation of the keywords that can be written in several ways. */
export function printNotation(parts: JsonObject[]): string {
  const texts = parts.flatMap((part) => {
    const names = Object.keys(part).filter((name) => notationKeywords.has(name));
    return [`anyOf:${asList(part.anyOf).length}`, ...names.map((name) => `${name}:${printSorted(part[name])}`)];
  });
  return [...new Set(texts)].sort().join(";");
}

function printSorted(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toCanonicalJson).sort()}]` : toCanonicalJson(value);
}

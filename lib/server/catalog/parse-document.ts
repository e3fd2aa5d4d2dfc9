import type { CST, Document, ParsedNode } from "yaml";
import { contentBounds, readSpec } from "../../domain/catalog/editor/content.ts";
import type { ImportFault } from "../../domain/catalog/editor/import.ts";
import type { Conversion } from "../../domain/catalog/editor/import-notes.ts";
import { asObject, type JsonObject, walkJson } from "../../domain/json.ts";
import type { ImportRefusal } from "./read-document.ts";

/** Limits tokens, with which the time grows, and aliases. A thousand levels would overflow the composer's stack. */
const yamlBounds = { partsPerCharacter: 0.28, aliases: 1_000 };

export type ParsedDocument = { spec: JsonObject; conversions: Conversion[] };

/** Reads JSON or YAML. Refuses a text that is longer, nested deeper or has more aliases than any real document. */
export async function parseDocument(
  given: string,
  charactersMax: number = contentBounds.spec,
): Promise<ParsedDocument | ImportRefusal> {
  const text = given.replace(/^\uFEFF/, "");
  if (text.length > charactersMax) return { fault: "too_long" };
  if (!text.trim()) return { fault: "json" };
  const asJson = readSpec(text, charactersMax);
  if ("fault" in asJson && asJson.fault !== "json") return asJson;
  if ("spec" in asJson && countNames(text) > countMembers(asJson.spec))
    return findRepeatedNameRefusal(text, charactersMax);
  return "fault" in asJson ? readYaml(text, charactersMax) : { ...asJson, conversions: [] };
}

/** Refuses JSON in which an object repeats a name. JSON.parse would silently keep the last value. */
async function findRepeatedNameRefusal(json: string, charactersMax: number): Promise<ImportRefusal> {
  const found = await readYaml(json, charactersMax);
  return "fault" in found && found.fault === "twice" ? found : { fault: "twice" };
}

function countNames(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)) if (colon) count++;
  return count;
}

function countMembers(spec: JsonObject): number {
  let count = 0;
  for (const { value } of walkJson(spec)) count += Object.keys(asObject(value)).length;
  return count;
}

async function readYaml(text: string, charactersMax: number): Promise<ParsedDocument | ImportRefusal> {
  const { Composer, Lexer, LineCounter, Parser } = await import("yaml");
  const looksLikeJson = /^\s*[{[]/.test(text);
  const syntax: ImportFault = looksLikeJson ? "json" : "yaml";
  const lines = new LineCounter();
  const toPlace = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return line > 0 ? { line, column: col } : {};
  };
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let parts = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (++parts > charactersMax * yamlBounds.partsPerCharacter) return { fault: "too_long" };
    if (parser.stack.length > contentBounds.specDepth + 1) return { fault: "deep" };
  }
  tokens.push(...parser.end());
  // Reads YAML values as in JSON, as OpenAPI requires: no dates, sets or bytes, even if the document declares YAML 1.1.
  const values = { schema: "core", resolveKnownTags: false, merge: true, stringKeys: true } as const;
  const options = { ...values, uniqueKeys: false, logLevel: "silent" } as const;
  const [document, ...others] = new Composer(options).compose(tokens, true, text.length);
  const [error] = document?.errors ?? [];
  if (error) return { fault: syntax, ...toPlace(error.pos[0]) };
  if (!document || others.length) return { fault: syntax, ...toPlace(others[0]?.range[0] ?? 0) };
  const found = scanDocument(document);
  if (found.twice !== undefined) return { fault: "twice", ...toPlace(found.twice) };
  await keepVersionNumbersAsText(document);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: yamlBounds.aliases });
  } catch {
    return { fault: "aliases" };
  }
  const read = toSpec(value, charactersMax);
  if ("fault" in read) return read.fault === "object" && looksLikeJson === false ? { fault: "yaml" } : read;
  const conversions: Conversion[] = looksLikeJson ? [] : [{ kind: "yaml", count: 1 }];
  if (found.aliases) conversions.push({ kind: "aliases", count: found.aliases });
  return { spec: read.spec, conversions };
}

/** Keeps an unquoted version such as 2.0 or 1.10 as text. As a YAML number it would become 2 or 1.1. */
async function keepVersionNumbersAsText(document: Document.Parsed): Promise<void> {
  const { isScalar } = await import("yaml");
  for (const path of [["swagger"], ["openapi"], ["info", "version"]]) {
    const node = document.getIn(path, true);
    if (isScalar(node) && typeof node.value === "number" && node.source) node.value = node.source;
  }
}

/** Counts aliases and finds the position of a repeated name. Not recursive, because a document may be deeply nested. */
function scanDocument(document: Document.Parsed): { aliases: number; twice?: number } {
  let aliases = 0;
  const open: (ParsedNode | null)[] = [document.contents];
  while (open.length) {
    const node = open.pop();
    if (!node) continue;
    if ("source" in node && !("value" in node)) aliases++;
    if (!("items" in node)) continue;
    const names = new Set<unknown>();
    for (const item of node.items) {
      if (!("key" in item)) {
        open.push(item);
        continue;
      }
      const name = "value" in item.key ? item.key.value : undefined;
      if (name !== undefined && name !== "<<" && names.has(name)) return { aliases, twice: item.key.range[0] };
      names.add(name);
      open.push(item.value);
    }
  }
  return { aliases };
}

/** Counts characters before writing JSON, which repeats aliased parts: a small YAML document may become very large. */
export function toSpec(
  value: unknown,
  charactersMax: number = contentBounds.spec,
): { spec: JsonObject; json: string } | ImportRefusal {
  if (!isWithinCharacterLimit(value, charactersMax)) return { fault: "too_long" };
  const json = JSON.stringify(value) ?? "null";
  const read = readSpec(json, charactersMax);
  return "fault" in read ? read : { ...read, json };
}

export function isWithinCharacterLimit(value: unknown, charactersMax: number): boolean {
  let characters = 0;
  for (const { value: each } of walkJson(value)) {
    characters += 2 + (typeof each === "string" ? each.length : 0);
    characters += Array.isArray(each) ? each.length : Object.keys(asObject(each)).join("").length;
    if (characters > charactersMax) return false;
  }
  return true;
}

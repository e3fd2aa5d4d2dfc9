import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { findAtPointer } from "../reference/document.ts";
import { printJson } from "../reference/json.ts";
import type { ApiDocument } from "./model.ts";
import { upgradeSwagger } from "./swagger.ts";

/** @returns null unless the document says that it is OpenAPI 3 or Swagger 2 */
export function toApiDocument(spec: JsonObject): ApiDocument | null {
  const { openapi, swagger } = spec;
  const isSwagger = typeof swagger === "string" && /^2\.\d/.test(swagger);
  if (!isSwagger && !(typeof openapi === "string" && /^3\.\d/.test(openapi))) return null;
  const document: ApiDocument = {
    spec,
    api: spec,
    format: isSwagger ? `Swagger ${swagger}` : `OpenAPI ${openapi}`,
    reached: new Set(),
    unresolved: new Set(),
    isTooDeep: false,
    nodes: new WeakMap(),
    nodeCount: 0,
    anchors: null,
  };
  if (isSwagger) document.api = upgradeSwagger(spec, (value) => resolve(document, value));
  return document;
}

/** "OpenAPI 3.1" of "OpenAPI 3.1.0" */
export function getFamily({ format }: ApiDocument): string {
  return format.split(".").slice(0, 2).join(".");
}

export function findTarget(document: ApiDocument, ref: string): unknown {
  const { $self } = document.spec;
  const local = typeof $self === "string" && $self && ref.startsWith(`${$self}#`) ? ref.slice($self.length) : ref;
  const target = local.startsWith("#/") ? findAtPointer(document.spec, local) : listAnchors(document).get(local);
  if (target === undefined) document.unresolved.add(ref);
  else document.reached.add(target);
  return target;
}

const hopsMax = 50;

export function resolve(document: ApiDocument, value: unknown): unknown {
  let current = value;
  for (let hop = 0; isJsonObject(current) && typeof current.$ref === "string"; hop++) {
    const target = hop < hopsMax ? findTarget(document, current.$ref) : undefined;
    const { $ref, ...beside } = current;
    if (target === undefined) {
      document.unresolved.add(String($ref));
      return current;
    }
    current = isJsonObject(target) && Object.keys(beside).length ? { ...target, ...beside } : target;
  }
  return current;
}

export function resolveObject(document: ApiDocument, value: unknown): JsonObject {
  return asObject(resolve(document, value));
}

/** Lists what `$anchor`, `$dynamicAnchor` and `$id` name. */
function listAnchors(document: ApiDocument): Map<string, unknown> {
  if (document.anchors) return document.anchors;
  const anchors = new Map<string, unknown>();
  const open: unknown[] = [document.spec];
  while (open.length) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const { $anchor, $dynamicAnchor, $id } = asObject(next);
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === "string") anchors.set(`#${name}`, next);
    if (typeof $id === "string") anchors.set($id, next);
    open.push(...Object.values(next));
  }
  document.anchors = anchors;
  return anchors;
}

/** JSON with sorted names, so that equal values have equal texts. */
export function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonical(value[name])}`).join(",")}}`;
}

export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === typeof other && toCanonical(one) === toCanonical(other));
}

/** Whether both are written alike and hold no other schema: most of a document is so, and needs no further look. */
export function isSameLeaf(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  const isSame = (value: unknown, against: unknown): boolean => {
    if (Array.isArray(value) && Array.isArray(against) && value.length === against.length) {
      return value.every((each, at) => each === against[at] && typeof each !== "object");
    }
    return value === against && typeof value !== "object";
  };
  if (names.length !== Object.keys(other).length || "$ref" in one || "$dynamicRef" in one) return false;
  return names.every((name) => isSame(one[name], other[name]));
}

const printedMax = 200;

export function printValue(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : printJson(value, printedMax).text.replace(/\s+/g, " ");
  return text.length > printedMax ? `${text.slice(0, printedMax).toWellFormed()}…` : text;
}

export function listNames(before: unknown, after: unknown): string[] {
  return [...new Set([...Object.keys(asObject(before)), ...Object.keys(asObject(after))])].sort();
}

export function listTexts(value: unknown): string[] {
  return asList(value).filter((each) => typeof each === "string");
}

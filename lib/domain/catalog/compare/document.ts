import { asObject, isJsonObject, type JsonObject, walkJson } from "../../json.ts";
import { findAtPointer, readFormat } from "../reference/document.ts";
import { upgradeSwagger } from "../reference/swagger.ts";
import type { ApiDocument } from "./model.ts";

/** @returns null unless the document declares OpenAPI 3 or Swagger 2 */
export function toApiDocument(spec: JsonObject): ApiDocument | null {
  const format = readFormat(spec);
  if (!format) return null;
  const document: ApiDocument = {
    spec,
    api: spec,
    format,
    reached: new Set(),
    unresolved: new Set(),
    isTooDeep: false,
    nodes: new WeakMap(),
    nodeCount: 0,
    anchors: null,
  };
  if (isSwagger(document)) document.api = upgradeSwagger(spec, (value) => resolveReference(document, value));
  return document;
}

export type Documents = { before: ApiDocument; after: ApiDocument };

export function haveSameFormatVersion({ before, after }: Documents): boolean {
  return getFormatVersion(before) === getFormatVersion(after);
}

export const isSwagger = ({ format }: ApiDocument) => format.startsWith("Swagger");

/** Returns "OpenAPI 3.1" for "OpenAPI 3.1.0". */
function getFormatVersion({ format }: ApiDocument): string {
  return format.split(".").slice(0, 2).join(".");
}

export function findReferenceTarget(document: ApiDocument, ref: string): unknown {
  const { $self } = document.spec;
  const local = typeof $self === "string" && $self && ref.startsWith(`${$self}#`) ? ref.slice($self.length) : ref;
  const target = local.startsWith("#/") ? findAtPointer(document.spec, local) : listAnchors(document).get(local);
  if (target === undefined) document.unresolved.add(ref);
  else document.reached.add(target);
  return target;
}

const hopsMax = 50;

function resolveReference(document: ApiDocument, value: unknown): unknown {
  let current = value;
  for (let hop = 0; isJsonObject(current) && typeof current.$ref === "string"; hop++) {
    const target = hop < hopsMax ? findReferenceTarget(document, current.$ref) : undefined;
    const { $ref: _, ...beside } = current;
    if (target === undefined) {
      document.unresolved.add(current.$ref);
      return current;
    }
    current = isJsonObject(target) && Object.keys(beside).length ? { ...target, ...beside } : target;
  }
  return current;
}

export function resolveObject(document: ApiDocument, value: unknown): JsonObject {
  return asObject(resolveReference(document, value));
}

/** Lists the schemas that have an `$anchor`, `$dynamicAnchor` or `$id`. */
function listAnchors(document: ApiDocument): Map<string, unknown> {
  if (document.anchors) return document.anchors;
  const anchors = new Map<string, unknown>();
  for (const { value } of walkJson(document.spec)) {
    const { $anchor, $dynamicAnchor, $id } = asObject(value);
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === "string") anchors.set(`#${name}`, value);
    if (typeof $id === "string") anchors.set($id, value);
  }
  document.anchors = anchors;
  return anchors;
}

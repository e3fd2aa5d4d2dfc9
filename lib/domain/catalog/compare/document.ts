import { asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { findAtPointer } from "../reference/document.ts";
import { upgradeSwagger } from "../reference/swagger.ts";
import type { ApiDocument } from "./model.ts";

/** @returns null unless the document declares OpenAPI 3 or Swagger 2 */
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

/** Returns "OpenAPI 3.1" for "OpenAPI 3.1.0". */
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
  return asObject(resolve(document, value));
}

/** Lists the schemas that have an `$anchor`, `$dynamicAnchor` or `$id`. */
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
    for (const member of Object.values(next)) open.push(member);
  }
  document.anchors = anchors;
  return anchors;
}

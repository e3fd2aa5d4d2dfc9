import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asName, type OpenedDocument, type ReferenceSource } from "./bounds.ts";

/** Returns "OpenAPI 3.1.0", or an empty text for anything but OpenAPI 3 and Swagger 2. */
export function readFormat({ openapi, swagger: given }: JsonObject): string {
  // In JSON, 2.0 is the number 2.
  const swagger = given === 2 ? "2.0" : given;
  if (typeof swagger === "string" && /^2\.\d/.test(swagger)) return `Swagger ${swagger}`;
  return typeof openapi === "string" && /^3\.\d/.test(openapi) ? `OpenAPI ${openapi}` : "";
}

const hopsMax = 8;

export function findAtPointer(document: JsonObject, ref: string): unknown {
  if (!ref.startsWith("#/") || ref.length > 1_000) return undefined;
  let current: unknown = document;
  for (const part of ref.slice(2).split("/")) {
    const key = decodePointerPart(part);
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

export function dereference({ document }: OpenedDocument, value: unknown): unknown {
  let current = value;
  for (let hop = 0; hop < hopsMax && isJsonObject(current) && typeof current.$ref === "string"; hop++) {
    current = findAtPointer(document, current.$ref);
  }
  return current;
}

function decodePointerPart(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

export const methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "query"];

export type FoundOperation = {
  method: string;
  path: string;
  item: JsonObject;
  operation: JsonObject;
  isWebhook: boolean;
};

/** Returns the first tag only, because an endpoint belongs to one service. Empty without a tag. */
export function getFirstTag({ operation }: FoundOperation): string {
  return asName(asList(operation.tags)[0]);
}

/** Includes the additional operations of OpenAPI 3.2. */
export function listItemOperations(item: JsonObject): [method: string, operation: JsonObject][] {
  const named = methods.map((name) => [name, item[name]] as const);
  return [...named, ...Object.entries(asObject(item.additionalOperations))].flatMap(([name, operation]) =>
    isJsonObject(operation) ? [[asName(name, 40).toUpperCase(), operation] as const] : [],
  );
}

export function findOperations(opened: OpenedDocument, max: number): { operations: FoundOperation[]; total: number } {
  const operations: FoundOperation[] = [];
  let total = 0;
  for (const [name, isWebhook] of [
    ["paths", false],
    ["webhooks", true],
  ] as const) {
    for (const [path, value] of Object.entries(asObject(opened.document[name]))) {
      const item = asObject(dereference(opened, value));
      for (const [method, operation] of listItemOperations(item)) {
        total++;
        if (operations.length >= max) continue;
        operations.push({ method, path: asName(path), item, operation, isWebhook });
      }
    }
  }
  return { operations, total };
}

const partsMax = 40;

/** References and allOf resolved into parts. The first part with a keyword wins, but properties and items merge. */
export type FlatSchema = {
  parts: JsonObject[];
  name: string;
  trail: readonly string[];
  isRecursive: boolean;
};

export function flattenSchema(source: ReferenceSource, schema: unknown, trail: readonly string[]): FlatSchema {
  const flat: FlatSchema = { parts: [], name: "", trail, isRecursive: false };
  collectParts(source, schema, flat);
  return flat;
}

/** `path`: the references that led here. Only a reference to one of them is recursive. */
function collectParts(source: ReferenceSource, schema: unknown, flat: FlatSchema, path = flat.trail): void {
  let current = schema;
  let above = path;
  while (isJsonObject(current) && flat.parts.length < partsMax && source.budget.steps > 0) {
    source.budget.steps--;
    flat.parts.push(current);
    for (const part of asList(current.allOf).slice(0, partsMax)) collectParts(source, part, flat, above);
    const { $ref } = current;
    if (typeof $ref !== "string") return;
    flat.name ||= asName(decodePointerPart($ref.slice($ref.lastIndexOf("/") + 1, 1_000)));
    if (above.includes($ref)) flat.isRecursive = true;
    if (flat.trail.includes($ref)) return;
    flat.trail = [...flat.trail, $ref];
    above = [...above, $ref];
    current = findAtPointer(source.document, $ref);
  }
}

export function getKeyword({ parts }: FlatSchema, name: string): unknown {
  return parts.find((part) => Object.hasOwn(part, name))?.[name];
}

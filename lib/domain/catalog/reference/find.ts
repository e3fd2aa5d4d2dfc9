import { isJsonObject, type JsonObject } from "../../json.ts";
import { asName, asObject, type Source } from "./bounds.ts";
import { follow } from "./pointer.ts";

const methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

export type FoundOperation = {
  method: string;
  path: string;
  item: JsonObject;
  operation: JsonObject;
  isWebhook: boolean;
};

/** The first `max` operations of paths, then webhooks, in the document's order, and how many there are in all. */
export function findOperations(source: Source, max: number): { operations: FoundOperation[]; total: number } {
  const operations: FoundOperation[] = [];
  let total = 0;
  for (const [name, isWebhook] of [
    ["paths", false],
    ["webhooks", true],
  ] as const) {
    for (const [path, value] of Object.entries(asObject(source.document[name]))) {
      const item = asObject(follow(source, value));
      for (const method of methods) {
        if (!Object.hasOwn(item, method)) continue;
        const operation = item[method];
        if (!isJsonObject(operation)) continue;
        total++;
        if (operations.length >= max) continue;
        operations.push({ method: method.toUpperCase(), path: asName(path), item, operation, isWebhook });
      }
    }
  }
  return { operations, total };
}

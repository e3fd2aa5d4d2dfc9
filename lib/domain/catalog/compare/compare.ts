import { asList, asObject, type JsonObject } from "../../json.ts";
import {
  addChange,
  addSchemas,
  type Collection,
  compareRest,
  createCollection,
  haveOneFamily,
  listPairs,
  placeSchemaChanges,
  toComparison,
} from "./collect.ts";
import { toApiDocument } from "./document.ts";
import type { Comparison, Place } from "./model.ts";
import { compareItems } from "./operations.ts";
import { toNode } from "./schema-node.ts";
import { compareSchemes } from "./security.ts";
import { compareServers } from "./servers.ts";
import { isEqual, toText } from "./values.ts";

const rootKeywords = [
  "openapi",
  "swagger",
  "info",
  "servers",
  "tags",
  "components",
  "paths",
  "webhooks",
  "x-webhooks",
  "security",
];

/**
 * Compares what two versions of a document promise to clients. `today` is a date as YYYY-MM-DD.
 * @returns null unless both are OpenAPI 3 or Swagger 2
 */
export function compareApis(before: JsonObject, after: JsonObject, today: string): Comparison | null {
  const documents = [toApiDocument(before), toApiDocument(after)];
  if (!documents[0] || !documents[1]) return null;
  const collection = createCollection(documents[0], documents[1], today);
  compareRoot(collection);
  const { api: old } = collection.before;
  const { api: current } = collection.after;
  compareItems(collection, [old.paths, current.paths], { kind: "path", isReversed: false });
  const toWebhooks = ({ webhooks, "x-webhooks": early }: JsonObject) => webhooks ?? early;
  compareItems(collection, [toWebhooks(old), toWebhooks(current)], { kind: "webhook", isReversed: true });
  compareSchemes(collection);
  placeSchemaChanges(collection);
  compareComponents(collection);
  return toComparison(collection);
}

const top: Place = { operation: null, direction: null, path: "" };

function compareRoot(collection: Collection): void {
  const { before, after } = collection;
  if (before.format !== after.format) {
    addChange(collection, top, "version-changed", "other", { before: before.format, after: after.format });
  }
  compareRest(collection, top, before.api, after.api, { handled: rootKeywords });
  for (const [name, old, current] of listPairs(before.api.info, after.api.info)) {
    const details = { name, before: old, after: current };
    if (!isEqual(old, current)) addChange(collection, { ...top, path: "info" }, "words-changed", "other", details);
  }
  compareServers(collection, top, [before.api.servers, after.api.servers]);
  const toTags = (tags: unknown) => Object.fromEntries(asList(tags).map((tag) => [toText(asObject(tag).name), tag]));
  for (const [name, old, current] of listPairs(toTags(before.api.tags), toTags(after.api.tags))) {
    const details = { name, before: old, after: current };
    if (!isEqual(old, current)) addChange(collection, { ...top, path: "tags" }, "words-changed", "other", details);
  }
  const listExtensions = (paths: unknown) =>
    Object.fromEntries(Object.entries(asObject(paths)).filter(([name]) => name.startsWith("x-")));
  compareRest(
    collection,
    { ...top, path: "paths" },
    listExtensions(before.api.paths),
    listExtensions(after.api.paths),
    { handled: [] },
  );
}

/** Compares components that no operation uses. A change breaks only clients that use them in another way. */
function compareComponents(collection: Collection): void {
  const { before, after } = collection;
  const isReached = (value: unknown) => before.reached.has(value) || after.reached.has(value);
  for (const [kind, olds, currents] of listPairs(before.api.components, after.api.components)) {
    if (kind === "securitySchemes" || (kind !== "schemas" && !haveOneFamily(collection))) continue;
    for (const [name, old, current] of listPairs(olds, currents)) {
      const place = { ...top, path: `components.${kind}.${name}` };
      const details = { name, before: old, after: current };
      if (old === undefined) {
        if (kind === "schemas" || !isReached(current))
          addChange(collection, place, "component-added", "other", details);
      } else if (current === undefined) {
        if (kind === "schemas" || !isReached(old)) addChange(collection, place, "component-removed", "other", details);
      } else if (!isEqual(old, current) && !(before.reached.has(old) && after.reached.has(current))) {
        if (kind === "schemas") compareUnusedSchema(collection, place, [old, current]);
        else addChange(collection, place, "component-changed", "other", details);
      }
    }
  }
  placeSchemaChanges(collection);
}

/** An operation may return a schema that nothing refers to, if its parent has a discriminator. */
function compareUnusedSchema(collection: Collection, place: Place, [old, current]: [unknown, unknown]): void {
  const isVariant = toNode(collection.before, old).keywords.has("discriminator");
  const isAlone = !Object.keys(asObject(collection.before.api.paths)).length;
  for (const isWritten of [true, false]) {
    const levelMax = isVariant || isAlone ? "may_break" : "other";
    addSchemas(collection, place, [old, current], { isWritten, isText: false, levelMax });
  }
}

import { asList, asObject, isEqual, isJsonObject, type JsonObject, toCanonicalJson, toText } from "../../json.ts";
import {
  addSchemaPair,
  appendPath,
  compareRest,
  createCollection,
  createSpot,
  reportSchemaChanges,
  type Spot,
  toComparison,
} from "./collect.ts";
import { haveSameFormatVersion, toApiDocument } from "./document.ts";
import { type ApiDocument, type Comparison, pairProperties, report, reportUnlessInBoth, type Two } from "./model.ts";
import { comparePathItems, compareServers } from "./operations.ts";
import { toNode } from "./schema-node.ts";
import { compareSchemes } from "./security.ts";

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
export function compareApis(
  before: JsonObject,
  after: JsonObject,
  today: string,
  changesMax?: number,
): Comparison | null {
  const documents = [toApiDocument(before), toApiDocument(after)];
  if (!documents[0] || !documents[1]) return null;
  const collection = createCollection(documents[0], documents[1], today);
  const top = createSpot(collection, { operation: null, direction: null, path: "" });
  const { api: old } = collection.before;
  const { api: current } = collection.after;
  compareRoot(top, [old, current]);
  comparePathItems(top, [old.paths, current.paths], "operation");
  const toWebhooks = ({ webhooks, "x-webhooks": early }: JsonObject) => webhooks ?? early;
  comparePathItems({ ...top, isWritten: false }, [toWebhooks(old), toWebhooks(current)], "webhook");
  compareSchemes(top);
  reportSchemaChanges(collection);
  compareComponents(top);
  reportSchemaChanges(collection);
  if (!collection.changes.size && toNotationText(old) !== toNotationText(current))
    report(top, "notation-changed", "other");
  return toComparison(collection, changesMax);
}

/** Covers parts that can change without effect, such as security and parameters that every operation overrides. */
function toNotationText({ jsonSchemaDialect, security, servers, paths }: JsonObject): string {
  const printItem = ([path, item]: [string, unknown]) =>
    [path, ...[asObject(item).parameters, asObject(item).servers].map(printUnordered)].join();
  const items = Object.entries(asObject(paths)).map(printItem).sort();
  return [jsonSchemaDialect, ...[security, servers].map(printUnordered), ...items].join();
}

function printUnordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printUnordered).sort()}]`;
  if (!isJsonObject(value)) return toCanonicalJson(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${printUnordered(inner)}`);
  return `{${members.sort()}}`;
}

const usualDialect = /^https:\/\/(spec\.openapis\.org\/oas\/3\.\d\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/;

/** OpenAPI 3.1 has one of the usual dialects if it states none. */
function omitUsualDialect({ jsonSchemaDialect, ...rest }: JsonObject): JsonObject {
  return usualDialect.test(toText(jsonSchemaDialect)) ? rest : { ...rest, jsonSchemaDialect };
}

function compareRoot(top: Spot, [old, current]: Two<JsonObject>): void {
  const [before, after] = [top.all.before.format, top.all.after.format];
  if (before !== after) report(top, "version-changed", "other", { before, after });
  compareRest(top, [omitUsualDialect(old), omitUsualDialect(current)], rootKeywords);
  compareServers(top, [old.servers, current.servers]);
  const toTags = ({ tags }: JsonObject) =>
    Object.fromEntries(asList(tags).map((tag) => [toText(asObject(tag).name), tag]));
  compareAnnotations(appendPath(top, "info"), [old.info, current.info]);
  compareAnnotations(appendPath(top, "tags"), [toTags(old), toTags(current)]);
  const toExtensions = ({ paths }: JsonObject) =>
    Object.fromEntries(Object.entries(asObject(paths)).filter(([name]) => name.startsWith("x-")));
  compareRest(appendPath(top, "paths"), [toExtensions(old), toExtensions(current)], []);
}

function compareAnnotations(spot: Spot, given: Two): void {
  for (const [name, [before, after]] of pairProperties(...given)) {
    if (!isEqual(before, after)) report(spot, "words-changed", "other", { name, before, after });
  }
}

/** Compares components that no operation uses. A change affects only clients that use them for other purposes. */
function compareComponents(top: Spot): void {
  const { before, after } = top.all;
  for (const [kind, groups] of pairProperties(before.api.components, after.api.components)) {
    const areSchemas = kind === "schemas";
    if (kind === "securitySchemes" || !(areSchemas || haveSameFormatVersion(top.all))) continue;
    for (const [name, given] of pairProperties(...groups)) {
      const [old, current] = given;
      const details = { name, before: old, after: current };
      const isReached = before.reached.has(old ?? current) || after.reached.has(current ?? old);
      const spot = appendPath(top, `components.${kind}.${name}`);
      if (old === undefined || current === undefined) {
        const isVariant = areSchemas && !isReached && isSubtype(old === undefined ? after : before, old ?? current);
        const effect = isVariant ? "may_break" : "other";
        if (areSchemas || !isReached) reportUnlessInBoth(spot, "component", given, [effect, effect], details);
      } else if (!isEqual(old, current) && !(before.reached.has(old) && after.reached.has(current))) {
        if (areSchemas) compareUnusedSchema(spot, given);
        else report(spot, "component-changed", "other", details);
      }
    }
  }
}

/** A discriminator can name a schema to which no reference leads, so a change of it may break clients. */
function isSubtype(document: ApiDocument, schema: unknown): boolean {
  return toNode(document, schema).keywords.has("discriminator") && !("discriminator" in asObject(schema));
}

function compareUnusedSchema(spot: Spot, given: Two): void {
  const { before } = spot.all;
  const isVariant = toNode(before, given[0]).keywords.has("discriminator");
  const isAlone = !Object.keys(asObject(before.api.paths)).length;
  for (const isWritten of [true, false]) {
    addSchemaPair({ ...spot, isWritten, levelMax: isVariant || isAlone ? "may_break" : "other" }, given, false);
  }
}

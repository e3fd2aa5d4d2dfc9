import { asObject, type JsonObject } from "../../json.ts";
import { addChange, addSchemas, type Collection, compareRest, haveOneFamily, listPairs } from "./collect.ts";
import { resolveObject } from "./document.ts";
import type { ApiDocument, Place } from "./model.ts";
import { anything, toNode } from "./schema-node.ts";
import { writeName } from "./schema-pairs.ts";
import { judge } from "./schema-rules.ts";
import { toText } from "./values.ts";

/** `other`: the media type of `after`, where it has another name. */
type Match = { name: string; before: unknown; after: unknown; other?: string };

const toEssence = (type: string) => type.split(";", 1)[0] ?? "";

/** Pairs media types: first equal ones, then those with other parameters, then those that a range covers. */
function matchTypes(before: unknown, after: unknown): Match[] {
  const normalize = (type: string) => type.toLowerCase().replace(/\s/g, "");
  const toMap = (content: unknown) =>
    new Map(Object.entries(asObject(content)).map(([type, value]) => [normalize(type), value]));
  const [old, current] = [toMap(before), toMap(after)];
  const taken = new Set<string>();
  const covers = (range: string, type: string) =>
    toEssence(range) === toEssence(type) ||
    range === "*/*" ||
    (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
  const matches = [...old].map(([name, value]): Match => {
    const free = [...current.keys()].filter((type) => !old.has(type) && !taken.has(type));
    const other = current.has(name) ? name : free.find((type) => covers(type, name));
    if (other === undefined) return { name, before: value ?? anything, after: undefined };
    taken.add(other);
    return {
      name,
      before: value ?? anything,
      after: current.get(other) ?? anything,
      other: other === name ? undefined : other,
    };
  });
  const added = [...current].filter(([name]) => !taken.has(name));
  return [...matches, ...added.map(([name, value]) => ({ name, before: undefined, after: value ?? anything }))];
}

export function compareContents(
  collection: Collection,
  place: Place,
  given: [before: unknown, after: unknown],
  isWritten: boolean,
) {
  for (const { name, before, after, other } of matchTypes(...given)) {
    const path = name === "application/json" ? place.path : `${place.path}[${name}]`;
    const inside = { ...place, path };
    if (before === undefined) addChange(collection, inside, "media-type-added", "other", { name });
    else if (after === undefined) addChange(collection, inside, "media-type-removed", "breaking", { name });
    else {
      if (other !== undefined) {
        const effect = toEssence(other) === toEssence(name) ? "note" : "soft";
        addChange(collection, inside, "media-type-covered", judge(effect, isWritten), { name, after: other });
      }
      compareContent(collection, inside, [before, after], { name, isWritten });
    }
  }
}

type Options = { name: string; isWritten: boolean };

function compareContent(collection: Collection, place: Place, given: [unknown, unknown], { name, isWritten }: Options) {
  const [before, after] = [resolveObject(collection.before, given[0]), resolveObject(collection.after, given[1])];
  const isJson = /json/.test(name);
  const isForm = /form/.test(name);
  const isFile = !haveOneFamily(collection) && !isJson && !isForm;
  const use = { isWritten, isText: !isJson };
  const toSchema = (document: ApiDocument, schema: unknown) => (isFile ? omitFile(document, schema) : schema);
  const schemas: [unknown, unknown] = [
    toSchema(collection.before, before.schema),
    toSchema(collection.after, after.schema),
  ];
  addSchemas(collection, place, schemas, use);
  if (before.itemSchema !== undefined || after.itemSchema !== undefined) {
    addSchemas(collection, { ...place, path: `${place.path}[]` }, [before.itemSchema, after.itemSchema], use);
  }
  compareRest(collection, place, before, after, { handled: ["schema", "itemSchema"] });
}

/** In OpenAPI 3.1 a file needs no schema; in earlier versions it is a string with format `binary`. */
function omitFile(document: ApiDocument, schema: unknown): unknown {
  if (schema === undefined) return schema;
  const { types, keywords } = toNode(document, schema);
  return types?.length === 1 && types[0] === "string" && keywords.get("format") === "binary" ? undefined : schema;
}

const headerKeywords = ["schema", "content", "required", "style", "explode"];

export function compareHeaders(
  collection: Collection,
  place: Place,
  given: [unknown, unknown],
  isWritten: boolean,
): void {
  const fold = (headers: unknown) =>
    Object.fromEntries(Object.entries(asObject(headers)).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  for (const [key, old, current] of listPairs(fold(given[0]), fold(given[1]))) {
    const [before, after] = [asObject(old), asObject(current)];
    const name = toText(after.name ?? before.name ?? key);
    const inside = { ...place, path: `${place.path}.headers${writeName(name)}` };
    const [was, is] = [resolveObject(collection.before, before.value), resolveObject(collection.after, after.value)];
    if (current === undefined) {
      const effect = was.required === true ? "wide" : "soft";
      addChange(collection, inside, "header-removed", judge(effect, isWritten), { name });
    } else if (old === undefined) {
      const level = judge(is.required === true ? "narrow" : "note", isWritten);
      addChange(collection, inside, "header-added", level, { name });
    } else compareHeader(collection, inside, [was, is], { name, isWritten });
  }
}

function compareHeader(
  collection: Collection,
  place: Place,
  [was, is]: [JsonObject, JsonObject],
  { name, isWritten }: Options,
) {
  if ((was.required === true) !== (is.required === true)) {
    const isRequired = is.required === true;
    const rule = isRequired ? "header-required" : "header-optional";
    addChange(collection, place, rule, judge(isRequired ? "narrow" : "wide", isWritten), { name });
  }
  if (was.schema !== undefined || is.schema !== undefined) {
    addSchemas(collection, place, [was.schema, is.schema], { isWritten, isText: true });
  }
  if (was.content !== undefined || is.content !== undefined) {
    compareContents(collection, place, [was.content, is.content], isWritten);
  }
  compareStyle(collection, place, [was, is], { name, isWritten });
  compareRest(collection, place, was, is, { handled: headerKeywords, flags: ["deprecated"] });
}

/** Compares how lists and objects are written as text. For plain values it makes no difference. */
export function compareStyle(
  collection: Collection,
  place: Place,
  [was, is]: [JsonObject, JsonObject],
  { name }: Options,
): void {
  const read = ({ in: where, style: given, explode }: JsonObject) => {
    const style = toText(given ?? (where === "query" || where === "cookie" ? "form" : "simple"));
    return { style, explode: typeof explode === "boolean" ? explode : style === "form" };
  };
  const [before, after] = [read(was), read(is)];
  const types = [toNode(collection.before, was.schema).types, toNode(collection.after, is.schema).types];
  const isPlain = types.every((list) => list?.every((type) => type !== "array" && type !== "object"));
  if (before.style === after.style && (before.explode === after.explode || (isPlain && !haveOneFamily(collection)))) {
    const isSame = was.style === is.style && was.explode === is.explode;
    if (!isSame && haveOneFamily(collection))
      addChange(collection, place, "notation-changed", "other", { name: "style" });
    return;
  }
  const show = ({ style, explode }: typeof before) => `${style}${explode ? ", explode" : ""}`;
  const level = isPlain && before.style === after.style ? "other" : "breaking";
  addChange(collection, place, "style-changed", level, { name, before: show(before), after: show(after) });
}

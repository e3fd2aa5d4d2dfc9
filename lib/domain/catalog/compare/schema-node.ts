import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { findTarget } from "./document.ts";
import {
  type ApiDocument,
  type Bound,
  flagKeywords,
  type InnerKeyword,
  innerKeywords,
  type SchemaNode,
  type Union,
} from "./model.ts";
import { collectKeywords, isWord } from "./schema-keywords.ts";
import { listTexts, toCanonical } from "./values.ts";

export const anything: JsonObject = {};
export const nothing: JsonObject = { not: anything };

const depthMax = 100;
const unionKinds = ["oneOf", "anyOf"] as const;
/** Merges references, `allOf` and unions of one branch. Each schema of a document is merged once. */
export function toNode(document: ApiDocument, schema: unknown): SchemaNode {
  const given = schema === false ? nothing : isJsonObject(schema) ? schema : anything;
  const known = document.nodes.get(given);
  if (known) return known;
  const raw = skipReferences(document, given);
  const parts: JsonObject[] = [];
  if (!document.nodes.has(raw)) collectParts(document, raw, parts, new Set(), 0);
  const node = document.nodes.get(raw) ?? mergeParts(document, raw, parts);
  document.nodes.set(raw, node);
  document.nodes.set(given, node);
  return node;
}

/** Follows references that have no other keyword beside them. */
function skipReferences(document: ApiDocument, schema: JsonObject): JsonObject {
  let raw = schema;
  for (let hop = 0; hop < depthMax && typeof raw.$ref === "string" && Object.keys(raw).length === 1; hop++) {
    const target = findTarget(document, raw.$ref);
    if (target === false) return nothing;
    if (target !== true && !isJsonObject(target)) break;
    raw = asObject(target);
  }
  return raw;
}

function collectParts(document: ApiDocument, given: unknown, parts: JsonObject[], seen: Set<unknown>, depth: number) {
  const raw = given === false ? nothing : given;
  if (!isJsonObject(raw) || seen.has(raw)) return;
  if (depth > depthMax) {
    document.isTooDeep = true;
    return;
  }
  seen.add(raw);
  parts.push(raw);
  const targets = [raw.$ref, raw.$dynamicRef]
    .filter((ref) => typeof ref === "string")
    .map((ref) => findTarget(document, ref));
  const single = unionKinds.map((kind) => listBranches(raw[kind])).filter((branches) => branches.length === 1);
  for (const part of [...targets, ...asList(raw.allOf), ...single.flat()]) {
    collectParts(document, part, parts, seen, depth + 1);
  }
}

function listBranches(value: unknown): unknown[] {
  return asList(value).filter((branch) => !isNull(branch));
}

function isNull(branch: unknown): boolean {
  if (!isJsonObject(branch)) return false;
  const names = Object.keys(branch).filter((name) => !isWord(name));
  return names.length === 1 && ["null", '["null"]', "[null]"].includes(printNull(branch[names[0] ?? ""]));
}

const printNull = (value: unknown) => (value === "null" || value === null ? "null" : JSON.stringify(value));

function mergeParts(document: ApiDocument, raw: JsonObject, parts: JsonObject[]): SchemaNode {
  const unions = parts.flatMap(listUnions);
  const simple = unions.filter((union) => toTypeUnion(union) ?? toValueUnion(union));
  const lists = [...parts.map(readTypes), ...simple.map(toTypeUnion)];
  const allTypes = lists.reduce(intersectTypes, null);
  const allValues = mergeValues([...parts.flatMap(readValues), ...simple.flatMap((each) => toValueUnion(each) ?? [])]);
  const others = unions.filter((union) => !simple.includes(union));
  const values = allValues?.filter((value) => value !== null) ?? null;
  const keywords = collectKeywords(document, parts);
  const types = allTypes && allTypes.length > 1 ? allTypes.filter((type) => type !== "null") : allTypes;
  const isInteger = types?.length === 1 && types[0] === "integer";
  return {
    id: ++document.nodeCount,
    raw,
    types: types ?? (keywords.get("format") === "binary" ? ["string"] : null),
    nullable: findNullable(parts, { types: allTypes, values: allValues, hasUnion: others.length > 0 }),
    values,
    lower: findBound(parts, "minimum", "exclusiveMinimum", 1, isInteger),
    upper: findBound(parts, "maximum", "exclusiveMaximum", -1, isInteger),
    required: new Set(parts.flatMap((part) => listTexts(part.required))),
    dependentRequired: mergeDependent(parts),
    maps: {
      properties: mergeMaps(parts, "properties"),
      patternProperties: mergeMaps(parts, "patternProperties"),
      dependentSchemas: mergeMaps(parts, "dependentSchemas", "dependencies"),
    },
    inner: mergeInner(parts),
    prefixItems: mergePrefix(parts),
    unions: others,
    flags: Object.fromEntries(
      flagKeywords.map((flag) => [flag, parts.some((part) => part[flag] === true)]),
    ) as SchemaNode["flags"],
    keywords: new Map([...keywords].filter(([name]) => !isWord(name))),
    words: new Map([...[...keywords].filter(([name]) => isWord(name)), ...simple.flatMap(listWords)]),
    parts,
  };
}

function listUnions(part: JsonObject): Union[] {
  return unionKinds.flatMap((kind) => {
    const branches = listBranches(part[kind]);
    return branches.length > 1 ? [{ kind, branches }] : [];
  });
}

/** The documentation inside a union, which would be lost when the union is merged. */
function listWords({ kind, branches }: Union): [string, unknown][] {
  const hasWords = branches.some((branch) => Object.keys(asObject(branch)).some(isWord));
  return hasWords ? [[kind, branches]] : [];
}

/** The types of a union whose branches contain only a type. */
function toTypeUnion({ branches }: Union): string[] | null {
  const lists = branches.map((branch) => {
    const isPlain = isJsonObject(branch) && Object.keys(branch).every((name) => name === "type" || isWord(name));
    return isPlain ? readTypes(branch) : null;
  });
  return lists.every((list) => list !== null) ? [...new Set(lists.flat())] : null;
}

/** The values of a union whose branches contain only values. */
function toValueUnion({ branches }: Union): unknown[][] | null {
  const lists = branches.map((branch) => {
    const names = ["const", "enum", "type"];
    const isPlain = isJsonObject(branch) && Object.keys(branch).every((name) => names.includes(name) || isWord(name));
    return isPlain ? (readValues(branch)[0] ?? null) : null;
  });
  return lists.every((list) => list !== null) ? [lists.flat()] : null;
}

function readTypes(part: JsonObject): string[] | null {
  const { type } = part;
  const names = typeof type === "string" ? [type] : listTexts(type);
  if (!names.length) return null;
  return part.nullable === true || part["x-nullable"] === true ? [...new Set([...names, "null"])] : names;
}

function intersectTypes(one: string[] | null, other: string[] | null): string[] | null {
  if (!one || !other) return one ?? other;
  const accepts = (list: string[], type: string) =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  return [...new Set([...one.filter((type) => accepts(other, type)), ...other.filter((type) => accepts(one, type))])];
}

function readValues(part: JsonObject): unknown[][] {
  const lists = Array.isArray(part.enum) ? [part.enum as unknown[]] : [];
  return Object.hasOwn(part, "const") ? [...lists, [part.const]] : lists;
}

function mergeValues(lists: unknown[][]): unknown[] | null {
  const [first, ...others] = lists.map((list) => new Map(list.map((value) => [toCanonical(value), value])));
  return first
    ? [...first].filter(([text]) => others.every((other) => other.has(text))).map(([, value]) => value)
    : null;
}

type Allowed = { types: string[] | null; values: unknown[] | null; hasUnion: boolean };

/** Reads `nullable` beside a reference or `allOf` as authors mean it: null is allowed, too. */
function findNullable(parts: JsonObject[], { types, values, hasUnion }: Allowed): SchemaNode["nullable"] {
  const isStated = parts.some((part) => part.nullable === true || part["x-nullable"] === true);
  const inUnion = parts.some((part) => unionKinds.some((kind) => asList(part[kind]).some(isNull)));
  const isOuter = parts[0]?.nullable === true || parts[0]?.["x-nullable"] === true;
  const isSimple = !types && !values && !hasUnion;
  if (isSimple && !inUnion) return isStated ? "stated" : "any";
  const isOpen = types ? types.includes("null") : !hasUnion;
  if (!isOpen && !isOuter && !inUnion) return isStated ? "stated" : "no";
  return !values || inUnion || values.includes(null) ? "yes" : types ? "stated" : "no";
}

function findBound(parts: JsonObject[], closed: string, open: string, sign: 1 | -1, isInteger: boolean): Bound | null {
  let found: Bound | null = null;
  for (const part of parts) {
    const [limit, strict] = [part[closed], part[open]];
    const bounds: Bound[] = [];
    if (typeof limit === "number") bounds.push({ at: limit, isOpen: strict === true });
    if (typeof strict === "number") bounds.push({ at: strict, isOpen: true });
    for (const bound of bounds) {
      const whole = sign > 0 ? Math.floor(bound.at) + 1 : Math.ceil(bound.at) - 1;
      const given = isInteger && bound.isOpen ? { at: whole, isOpen: false } : bound;
      if (!found || compareBounds(given, found, sign) > 0) found = given;
    }
  }
  return found;
}

/** Positive when the first bound leaves less room. `sign` is 1 for lower bounds, -1 for upper ones. */
export function compareBounds(one: Bound | null, other: Bound | null, sign: 1 | -1): number {
  if (!one || !other) return Number(Boolean(one)) - Number(Boolean(other));
  return (one.at - other.at) * sign || Number(one.isOpen) - Number(other.isOpen);
}

function mergeDependent(parts: JsonObject[]): Map<string, Set<string>> {
  const merged = new Map<string, Set<string>>();
  for (const part of parts) {
    for (const given of [part.dependentRequired, part.dependencies]) {
      for (const [name, needed] of Object.entries(asObject(given))) {
        if (Array.isArray(needed)) merged.set(name, new Set([...(merged.get(name) ?? []), ...listTexts(needed)]));
      }
    }
  }
  return merged;
}

const noSchemas: Map<string, unknown> = new Map();

function mergeMaps(parts: JsonObject[], ...keywords: string[]): Map<string, unknown> {
  if (!parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined))) return noSchemas;
  const merged = new Map<string, unknown>();
  for (const part of parts) {
    for (const [name, schema] of keywords.flatMap((keyword) => Object.entries(asObject(part[keyword])))) {
      if (!Array.isArray(schema)) merged.set(name, merged.has(name) ? { allOf: [merged.get(name), schema] } : schema);
    }
  }
  return merged;
}

function mergeInner(parts: JsonObject[]): SchemaNode["inner"] {
  const inner: SchemaNode["inner"] = {};
  const add = (keyword: InnerKeyword, schema: unknown) => {
    const known = inner[keyword];
    const both = [known, schema];
    inner[keyword] = known === undefined ? schema : keyword === "not" ? { anyOf: both } : { allOf: both };
  };
  for (const part of parts) {
    for (const keyword of innerKeywords) {
      const isTuple = keyword === "items" && Array.isArray(part.items);
      const schema = isTuple ? part.additionalItems : part[keyword];
      if (schema !== undefined) add(keyword, schema);
    }
  }
  return inner;
}

function mergePrefix(parts: JsonObject[]): unknown[] {
  const merged: unknown[] = [];
  for (const part of parts) {
    const schemas = Array.isArray(part.items) ? (part.items as unknown[]) : asList(part.prefixItems);
    schemas.forEach((schema, at) => {
      merged[at] = at in merged ? { allOf: [merged[at], schema] } : schema;
    });
  }
  return merged;
}

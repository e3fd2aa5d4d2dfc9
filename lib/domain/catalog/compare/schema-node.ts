import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { asList, asObject, isJsonObject, type JsonObject, listTexts, toCanonicalJson } from "../../json.ts";
import { findReferenceTarget, resolveObject } from "./document.ts";
import type { ApiDocument } from "./model.ts";
import {
  collectKeywords,
  flagKeywords,
  type InnerKeyword,
  isAnnotation,
  listConditions,
  listInnerSchemas,
} from "./schema-keywords.ts";

export const anything: JsonObject = {};
export const nothing: JsonObject = { not: anything };

const depthMax = 100;
const unionKinds = ["oneOf", "anyOf"] as const;

/**
 * Merges references, `allOf` and unions of one branch. Merges each schema of a document once, even if several plain
 * references lead to it.
 */
export function toNode(document: ApiDocument, schema: unknown, hops = 0): SchemaNode {
  const raw = schema === false ? nothing : isJsonObject(schema) ? schema : anything;
  return getOrCreate(document.nodes, raw, () => {
    const isAlone = typeof raw.$ref === "string" && Object.keys(raw).length === 1 && hops < depthMax;
    const target = isAlone ? findReferenceTarget(document, String(raw.$ref)) : undefined;
    const isSchema = isJsonObject(target) || typeof target === "boolean";
    return isSchema ? toNode(document, target, hops + 1) : mergeParts(document, raw);
  });
}

function collectParts(document: ApiDocument, given: unknown, parts: Set<JsonObject>, depth = 0): Set<JsonObject> {
  const raw = given === false ? nothing : given;
  if (!isJsonObject(raw) || parts.has(raw)) return parts;
  if (depth > depthMax) {
    document.isTooDeep = true;
    return parts;
  }
  parts.add(raw);
  const targets = listTexts([raw.$ref, raw.$dynamicRef]).map((ref) => findReferenceTarget(document, ref));
  const single = unionKinds.map((kind) => listBranches(raw[kind])).filter((branches) => branches.length === 1);
  for (const part of [...targets, ...asList(raw.allOf), ...single.flat()]) {
    collectParts(document, part, parts, depth + 1);
  }
  return parts;
}

const listBranches = (value: unknown) => asList(value).filter((branch) => !allowsOnlyNull(branch));

function allowsOnlyNull(branch: unknown): boolean {
  const entries = Object.entries(asObject(branch)).filter(([name]) => !isAnnotation(name));
  const values = entries.map(([, value]) => (Array.isArray(value) && value.length === 1 ? value[0] : value));
  return values.length === 1 && (values[0] === null || values[0] === "null");
}

/** A schema with its references and `allOf` merged. Schemas inside are as written. */
export type SchemaNode = ReturnType<typeof mergeParts>;

function mergeParts(document: ApiDocument, raw: JsonObject) {
  const parts = [...collectParts(document, raw, new Set())];
  const all = parts.flatMap(listUnions).map((union) => {
    const targets = union.branches.map((branch) => resolveObject(document, branch));
    return { ...union, targets, ...readSimpleUnion(targets) };
  });
  const unions = all.filter(({ branches }) => branches.length > 1);
  const simple = unions.filter((union) => union.types || union.values);
  const others = unions.filter((union) => !simple.includes(union));
  const allTypes = [...parts.map(readTypes), ...simple.map(({ types }) => types)].reduce(intersectTypes, null);
  const allValues = intersectValues([...parts.flatMap(readValues), ...simple.flatMap(({ values }) => values ?? [])]);
  const keywords = [...collectKeywords(document, parts)];
  const types = allTypes && allTypes.length > 1 ? allTypes.filter((type) => type !== "null") : allTypes;
  const values = allValues?.filter((value) => value !== null) ?? null;
  const isAnyBoolean = String(types) === "boolean" && [true, false].every((value) => values?.includes(value));
  const isBinary = keywords.some(([name, value]) => name === "format" && value === "binary");
  return {
    id: ++document.nodeCount,
    raw,
    /** The types without null. Null if any type is allowed. */
    types: types ?? (isBinary ? ["string"] : null),
    nullable: readNullability(parts, { types: allTypes, values: allValues, hasUnion: others.length > 0 }),
    /** Values of enum and const, without null. */
    values: isAnyBoolean ? null : values,
    limits: readNumberBounds(parts, types?.length === 1 && types[0] === "integer"),
    required: new Set(parts.flatMap((part) => listTexts(part.required))),
    dependentRequired: new Set(parts.flatMap(listDependentRequired)),
    inner: mergeInnerSchemas(parts),
    conditions: { if: listConditions(parts, "if"), contains: listConditions(parts, "contains") },
    unions: others,
    /**
     * Unions merged into this node: they have one branch, or only types or values. In the other document, the same
     * union may have more.
     */
    merged: all.filter((union) => union.branches.length && !others.includes(union)),
    flags: new Set(flagKeywords.filter((flag) => parts.some((part) => part[flag] === true))),
    /** Keywords without a field of their own here. */
    keywords: new Map(keywords.filter(([name]) => !isAnnotation(name))),
    words: new Map([...keywords.filter(([name]) => isAnnotation(name)), ...simple.flatMap(listUnionAnnotations)]),
    /** The schemas that were merged. */
    parts,
  };
}

/** Lists a schema's types. If only `other` states types, derives them from the values: 1 fits both number types. */
export function listTypes({ types, values }: SchemaNode, other: SchemaNode): string[] | null {
  if (types || !values?.length || !other.types) return types;
  const whole = other.types.includes("number") ? "number" : "integer";
  const toType = (value: unknown) => (Array.isArray(value) ? "array" : Number.isInteger(value) ? whole : typeof value);
  return [...new Set(values.map(toType))];
}

export type Union = { kind: "oneOf" | "anyOf"; branches: unknown[] };

function listUnions(part: JsonObject): Union[] {
  return [
    { kind: "oneOf", branches: listBranches(part.oneOf) },
    { kind: "anyOf", branches: listInnerBranches(listBranches(part.anyOf)) },
  ];
}

/** Lists the branches of an inner `anyOf` in its place, because both allow the same. */
function listInnerBranches(branches: unknown[], depth = 0): unknown[] {
  return branches.flatMap((branch) => {
    const names = Object.keys(asObject(branch)).filter((name) => !isAnnotation(name));
    const isUnion = String(names) === "anyOf" && depth < depthMax;
    return isUnion ? listInnerBranches(listBranches(asObject(branch).anyOf), depth + 1) : [branch];
  });
}

/** Keeps the documentation of a union's branches, which merging would lose. */
function listUnionAnnotations({ kind, targets }: Union & { targets: JsonObject[] }): [string, unknown][] {
  const hasWords = targets.some((target) => Object.keys(target).some(isAnnotation));
  return hasWords ? [[kind, targets]] : [];
}

/** Collects the types or the values that the branches of a union allow, if the branches state nothing else. */
function readSimpleUnion(branches: JsonObject[]) {
  const join = <Each>(known: string[], read: (branch: JsonObject) => Each[] | null | undefined) => {
    const lists = branches.map((branch) => {
      const isPlain = Object.keys(branch).every((name) => known.includes(name) || isAnnotation(name));
      return (isPlain && read(branch)) || null;
    });
    return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
  };
  const values = join(["const", "enum", "type"], (branch) => readValues(branch)[0]);
  return { types: join(["type"], readTypes), values: values && [values] };
}

const saysNullable = (part: JsonObject | undefined) => part?.nullable === true || part?.["x-nullable"] === true;

function readTypes(part: JsonObject): string[] | null {
  const names = listTexts([part.type].flat());
  if (!names.length) return null;
  return saysNullable(part) ? [...new Set([...names, "null"])] : names;
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

function intersectValues(lists: unknown[][]): unknown[] | null {
  const [first, ...others] = lists.map((list) => new Map(list.map((value) => [toCanonicalJson(value), value])));
  if (!first) return null;
  return [...first].filter(([text]) => others.every((other) => other.has(text))).map(([, value]) => value);
}

type AllowedValues = { types: string[] | null; values: unknown[] | null; hasUnion: boolean };

/**
 * Reads `nullable` beside a reference or `allOf` as authors mean it: null is allowed, too. `stated`: the schema allows
 * null, but another keyword forbids it. `any`: the schema does not mention null.
 */
function readNullability(
  parts: JsonObject[],
  { types, values, hasUnion }: AllowedValues,
): "any" | "no" | "stated" | "yes" {
  const isStated = parts.some(saysNullable);
  const inUnion = parts.some((part) => unionKinds.some((kind) => asList(part[kind]).some(allowsOnlyNull)));
  if (!types && !values && !hasUnion && !inUnion) return isStated ? "stated" : "any";
  const isOpen = types ? types.includes("null") : !hasUnion;
  if (!isOpen && !saysNullable(parts[0]) && !inUnion) return isStated ? "stated" : "no";
  return !values || types || isStated || inUnion || values.includes(null) ? "yes" : "no";
}

export type NumberBound = { at: number; isOpen: boolean };

function readNumberBounds(parts: JsonObject[], isInteger: boolean): Map<string, NumberBound> {
  const found = new Map<string, NumberBound>();
  const add = (name: string, at: unknown, isOpen: boolean) => {
    if (typeof at !== "number") return;
    const whole = name === "minimum" ? Math.floor(at) + 1 : Math.ceil(at) - 1;
    const bound = isInteger && isOpen ? { at: whole, isOpen: false } : { at, isOpen };
    if (compareBounds(name, bound, found.get(name)) > 0) found.set(name, bound);
  };
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } of parts) {
    add("minimum", minimum, exclusiveMinimum === true);
    add("minimum", exclusiveMinimum, true);
    add("maximum", maximum, exclusiveMaximum === true);
    add("maximum", exclusiveMaximum, true);
  }
  return found;
}

/** Returns a positive number if the first bound is stricter. */
export function compareBounds(name: string, one: NumberBound | undefined, other: NumberBound | undefined): number {
  if (!one || !other) return Number(Boolean(one)) - Number(Boolean(other));
  return (one.at - other.at) * (name.startsWith("min") ? 1 : -1) || Number(one.isOpen) - Number(other.isOpen);
}

function listDependentRequired({ dependentRequired, dependencies }: JsonObject): string[] {
  const entries = [dependentRequired, dependencies].flatMap((map) => Object.entries(asObject(map)));
  return entries.flatMap(([name, needed]) => listTexts(needed).map((each) => `${name} → ${each}`));
}

function mergeInnerSchemas(parts: JsonObject[]) {
  const merged: Partial<Record<InnerKeyword, Map<string, unknown>>> = {};
  for (const part of parts) {
    for (const [keyword, name, schema] of listInnerSchemas(part)) {
      merged[keyword] ??= new Map();
      const known = merged[keyword].get(name);
      const both = [known, schema];
      const all = keyword === "not" ? { anyOf: both } : { allOf: both };
      merged[keyword].set(name, known === undefined ? schema : all);
    }
  }
  return merged;
}

const noSchemas: ReadonlyMap<string, unknown> = new Map();

export function getInnerSchemas({ inner }: SchemaNode, keyword: InnerKeyword): ReadonlyMap<string, unknown> {
  return inner[keyword] ?? noSchemas;
}

import { asList, isJsonObject } from "../../json.ts";
import { asMarkdown, asName, bounds, listMembers, printJson, type ReferenceSource } from "./bounds.ts";
import { type FlatSchema, flattenSchema, getKeyword } from "./document.ts";

export type SchemaView = {
  type: string;
  description: string;
  facts: Fact[];
  values: string[];
  moreValues: number;
  properties: PropertyView[];
  moreProperties: number;
  variants: PropertyView[];
  stop: "recursive" | "deep" | null;
};

export type PropertyView = SchemaView & { name: string; isRequired: boolean };

const factKinds = [
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "const",
  "default",
  "readOnly",
  "writeOnly",
  "deprecated",
] as const;
type Fact = { kind: (typeof factKinds)[number]; value: string };

type Place = { trail: readonly string[]; depth: number };
const top: Place = { trail: [], depth: 0 };

export function toSchemaView(source: ReferenceSource, schema: unknown, place: Place = top): SchemaView {
  return toFlatSchemaView(source, flattenSchema(source, schema, place.trail), place.depth);
}

/** Uses one row of the page's budget. */
export function toPropertyView(
  source: ReferenceSource,
  name: string,
  schema: unknown,
  isRequired: boolean,
  place: Place = top,
): PropertyView {
  source.budget.rows--;
  return { name: asName(name), isRequired, ...toSchemaView(source, schema, place) };
}

function toFlatSchemaView(source: ReferenceSource, flat: FlatSchema, depth: number): SchemaView {
  const inner = findInnermost(source, flat);
  const hasRoom = source.budget.characters > 0;
  const values = asList(getKeyword(inner, "enum"));
  const shownValues = hasRoom ? values.slice(0, bounds.values).map(printShortValue) : [];
  const view: SchemaView = {
    type: printType(source, flat),
    description: hasRoom
      ? asMarkdown(getKeyword(flat, "description")) || asMarkdown(getKeyword(inner, "description"))
      : "",
    facts: inner === flat ? listFacts(flat) : [...listFacts(flat), ...listFacts(inner)],
    values: shownValues,
    moreValues: values.length - shownValues.length,
    properties: [],
    moreProperties: 0,
    variants: [],
    stop: inner.isRecursive ? "recursive" : null,
  };
  source.budget.characters -= view.description.length + view.values.join("").length;
  if (view.stop) return view;
  const variants = listVariants(source, inner).filter((variant) => hasMembers(findInnermost(source, variant)));
  const hasMore = listProperties(inner).length > 0 || variants.length > 0;
  if (hasMore && depth >= bounds.depth) return { ...view, stop: "deep" };
  return { ...view, ...toMemberViews(source, inner, variants, depth) };
}

function toMemberViews(source: ReferenceSource, inner: FlatSchema, variants: FlatSchema[], depth: number) {
  const names = listProperties(inner);
  const required = listRequired(inner);
  const place = { trail: inner.trail, depth: depth + 1 };
  const properties: PropertyView[] = [];
  for (const [name, schema] of names.slice(0, bounds.properties)) {
    if (source.budget.rows <= 0) break;
    properties.push(toPropertyView(source, name, schema, required.has(name), place));
  }
  const alternatives: PropertyView[] = [];
  for (const variant of variants.slice(0, bounds.variants)) {
    if (source.budget.rows <= 0) break;
    source.budget.rows--;
    const name = asName(getKeyword(variant, "title")) || variant.name;
    alternatives.push({ name, isRequired: false, ...toFlatSchemaView(source, variant, depth + 1) });
  }
  const moreProperties = names.length - properties.length + variants.length - alternatives.length;
  return { properties, moreProperties, variants: alternatives };
}

/** Returns the schema inside lists and maps. The printed type shows the lists and maps themselves. */
function findInnermost(source: ReferenceSource, flat: FlatSchema): FlatSchema {
  let inner = flat;
  for (let level = 0; level < 4 && !inner.isRecursive; level++) {
    const next = hasMembers(inner) ? findOnlyVariant(source, inner) : findElementSchema(source, inner);
    if (!next) break;
    inner = next;
  }
  return inner;
}

function findElementSchema(source: ReferenceSource, flat: FlatSchema): FlatSchema | null {
  const values = getKeyword(flat, "additionalProperties");
  return findItems(source, flat) ?? (isJsonObject(values) ? flattenSchema(source, values, flat.trail) : null);
}

/** Returns X for `anyOf: [X, null]`, a common way to write optional values. */
function findOnlyVariant(source: ReferenceSource, flat: FlatSchema): FlatSchema | null {
  const variants = listProperties(flat).length ? [] : listVariants(source, flat);
  return variants.length === 1 ? (variants[0] ?? null) : null;
}

function hasMembers(flat: FlatSchema): boolean {
  return flat.isRecursive || flat.parts.some((part) => part.properties ?? part.oneOf ?? part.anyOf);
}

function listProperties(flat: FlatSchema): [string, unknown][] {
  const all = new Map<string, unknown>();
  for (const part of flat.parts) {
    for (const [name, schema] of listMembers(part.properties, 1_000)) {
      all.set(name, all.has(name) ? { allOf: [all.get(name), schema] } : schema);
    }
  }
  return [...all];
}

function listRequired({ parts }: FlatSchema): Set<unknown> {
  return new Set(parts.flatMap((part) => asList(part.required).slice(0, 1_000)));
}

function listFacts(flat: FlatSchema): Fact[] {
  return factKinds.flatMap((kind): Fact[] => {
    const value = getKeyword(flat, kind);
    if (value === undefined) return [];
    if (kind === "const" || kind === "default") return [{ kind, value: printShortValue(value) }];
    if (isFlag(kind)) return value === true ? [{ kind, value: "" }] : [];
    if (kind === "pattern") return typeof value === "string" ? [{ kind, value: printShortValue(value) }] : [];
    const isEmptyBound = value === 0 && kind.startsWith("min") && kind !== "minimum";
    return typeof value === "number" && !isEmptyBound ? [{ kind: toStrictKind(flat, kind), value: String(value) }] : [];
  });
}

/** Makes a bound strict if a flag says so: before OpenAPI 3.1, exclusiveMinimum was a flag beside minimum. */
function toStrictKind(flat: FlatSchema, kind: Fact["kind"]): Fact["kind"] {
  if (kind === "minimum" && getKeyword(flat, "exclusiveMinimum") === true) return "exclusiveMinimum";
  return kind === "maximum" && getKeyword(flat, "exclusiveMaximum") === true ? "exclusiveMaximum" : kind;
}

function isFlag(kind: Fact["kind"]): boolean {
  return kind === "uniqueItems" || kind === "readOnly" || kind === "writeOnly" || kind === "deprecated";
}

function printShortValue(value: unknown): string {
  return typeof value === "string" ? asName(value, 80) : printJson(value, 80).text.replace(/\s+/g, " ");
}

const unionMax = 6;
const depthMax = 4;

function printType(source: ReferenceSource, flat: FlatSchema, depth = 0): string {
  const names = [...listTypeNames(source, flat, depth), ...(getKeyword(flat, "nullable") === true ? ["null"] : [])];
  return [...new Set(names)].slice(0, unionMax).join(" | ") || "any";
}

function findItems(source: ReferenceSource, flat: FlatSchema): FlatSchema | null {
  const items = flat.parts.map((part) => part.items).filter(isJsonObject);
  return items.length ? flattenSchema(source, { allOf: items }, flat.trail) : null;
}

function listVariants(source: ReferenceSource, flat: FlatSchema): FlatSchema[] {
  const given = [...asList(getKeyword(flat, "oneOf")), ...asList(getKeyword(flat, "anyOf"))];
  return given
    .slice(0, 50)
    .filter((variant) => !(isJsonObject(variant) && variant.type === "null"))
    .map((variant) => flattenSchema(source, variant, flat.trail));
}

function listTypeNames(source: ReferenceSource, flat: FlatSchema, depth: number): string[] {
  const stated = listStatedTypes(flat);
  if (stated.length) return stated.map((name) => formatTypeName(source, flat, name, depth));
  if (flat.isRecursive) return [flat.name || "object"];
  const variants = depth < depthMax ? listVariants(source, flat) : [];
  if (variants.length) {
    const names = variants.slice(0, unionMax).map((variant) => printType(source, variant, depth + 1));
    return hasNullVariant(flat) ? [...names, "null"] : names;
  }
  const hasKeyword = (keyword: string) => getKeyword(flat, keyword) !== undefined;
  if (hasKeyword("properties") || hasKeyword("additionalProperties"))
    return [formatTypeName(source, flat, "object", depth)];
  if (hasKeyword("items")) return [formatTypeName(source, flat, "array", depth)];
  return listValueTypes(flat);
}

function listStatedTypes(flat: FlatSchema): string[] {
  const type = getKeyword(flat, "type");
  const names = (Array.isArray(type) ? type : [type]).slice(0, unionMax).map((name) => asName(name, 40));
  return names.filter(Boolean);
}

function formatTypeName(source: ReferenceSource, flat: FlatSchema, name: string, depth: number): string {
  if (name === "array") {
    const items = depth < depthMax ? findItems(source, flat) : null;
    if (!items) return "array";
    const inside = printType(source, items, depth + 1);
    return inside.includes(" | ") ? `(${inside})[]` : `${inside}[]`;
  }
  if (name === "object") {
    const values = getKeyword(flat, "additionalProperties");
    if (!isJsonObject(values) || getKeyword(flat, "properties") !== undefined || depth >= depthMax) return "object";
    return `{ [name]: ${printType(source, flattenSchema(source, values, flat.trail), depth + 1)} }`;
  }
  const format = asName(getKeyword(flat, "format"), 40);
  return format && name !== "null" && name !== "boolean" ? `${name} (${format})` : name;
}

function hasNullVariant(flat: FlatSchema): boolean {
  return [...asList(getKeyword(flat, "oneOf")), ...asList(getKeyword(flat, "anyOf"))].some(
    (variant) => isJsonObject(variant) && variant.type === "null",
  );
}

function listValueTypes(flat: FlatSchema): string[] {
  const values =
    getKeyword(flat, "const") === undefined ? asList(getKeyword(flat, "enum")) : [getKeyword(flat, "const")];
  return values.slice(0, 100).map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value));
}

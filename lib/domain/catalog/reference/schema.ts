import { isJsonObject } from "../../json.ts";
import { asList, asName, asText, bounds, entriesOf, type Source } from "./bounds.ts";
import { type FlatSchema, flatten, keyword } from "./flatten.ts";
import { printJson } from "./json.ts";
import { type Fact, factKinds, type PropertyView, type SchemaView } from "./model.ts";
import { itemsOf, typeOf, variantsOf } from "./type.ts";

type Place = { trail: readonly string[]; depth: number };
const top: Place = { trail: [], depth: 0 };

/** A schema as its type, its bounds and what it is made of. Each property shown costs a row of the budget. */
export function toSchemaView(source: Source, schema: unknown, place: Place = top): SchemaView {
  return viewOf(source, flatten(source, schema, place.trail), place.depth);
}

/** A schema under a name. */
export function toPropertyView(
  source: Source,
  name: string,
  schema: unknown,
  isRequired: boolean,
  place: Place = top,
): PropertyView {
  source.budget.rows--;
  return { name: asName(name), isRequired, ...toSchemaView(source, schema, place) };
}

function viewOf(source: Source, flat: FlatSchema, depth: number): SchemaView {
  const inner = innermost(source, flat);
  const hasRoom = source.budget.characters > 0;
  const values = asList(keyword(inner, "enum"));
  const shownValues = hasRoom ? values.slice(0, bounds.values).map(shortValue) : [];
  const view: SchemaView = {
    type: typeOf(source, flat),
    description: hasRoom ? asText(keyword(flat, "description")) || asText(keyword(inner, "description")) : "",
    facts: inner === flat ? factsOf(flat) : [...factsOf(flat), ...factsOf(inner)],
    values: shownValues,
    moreValues: values.length - shownValues.length,
    properties: [],
    moreProperties: 0,
    variants: [],
    stop: inner.isRecursive ? "recursive" : null,
  };
  source.budget.characters -= view.description.length + view.values.join("").length;
  if (view.stop) return view;
  const variants = variantsOf(source, inner).filter((variant) => hasMembers(innermost(source, variant)));
  const hasMore = propertiesOf(inner).length > 0 || variants.length > 0;
  if (hasMore && depth >= bounds.depth) return { ...view, stop: "deep" };
  return { ...view, ...insideOf(source, inner, variants, depth) };
}

function insideOf(source: Source, inner: FlatSchema, variants: FlatSchema[], depth: number) {
  const names = propertiesOf(inner);
  const required = requiredOf(inner);
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
    const name = asName(keyword(variant, "title")) || variant.name;
    alternatives.push({ name, isRequired: false, ...viewOf(source, variant, depth + 1) });
  }
  const moreProperties = names.length - properties.length + variants.length - alternatives.length;
  return { properties, moreProperties, variants: alternatives };
}

/** What is inside all the lists and maps, whose own shape the type tells already. */
function innermost(source: Source, flat: FlatSchema): FlatSchema {
  let inner = flat;
  for (let level = 0; level < 4 && !inner.isRecursive; level++) {
    const next = hasMembers(inner) ? onlyVariantOf(source, inner) : insideOfList(source, inner);
    if (!next) break;
    inner = next;
  }
  return inner;
}

function insideOfList(source: Source, flat: FlatSchema): FlatSchema | null {
  const values = keyword(flat, "additionalProperties");
  return itemsOf(source, flat) ?? (isJsonObject(values) ? flatten(source, values, flat.trail) : null);
}

/** One alternative beside null, as what may be absent is often written, is none. */
function onlyVariantOf(source: Source, flat: FlatSchema): FlatSchema | null {
  const variants = propertiesOf(flat).length ? [] : variantsOf(source, flat);
  return variants.length === 1 ? (variants[0] ?? null) : null;
}

function hasMembers(flat: FlatSchema): boolean {
  return flat.isRecursive || flat.parts.some((part) => part.properties ?? part.oneOf ?? part.anyOf);
}

/** Of every part, the first wins; a thousand names are looked at. */
function propertiesOf(flat: FlatSchema): [string, unknown][] {
  const all = new Map<string, unknown>();
  for (const part of flat.parts) {
    for (const [name, schema] of entriesOf(part.properties, 1_000)) if (!all.has(name)) all.set(name, schema);
  }
  return [...all];
}

function requiredOf({ parts }: FlatSchema): Set<unknown> {
  return new Set(parts.flatMap((part) => asList(part.required).slice(0, 1_000)));
}

function factsOf(flat: FlatSchema): Fact[] {
  return factKinds.flatMap((kind): Fact[] => {
    const value = keyword(flat, kind);
    if (value === undefined) return [];
    if (kind === "const" || kind === "default") return [{ kind, value: shortValue(value) }];
    if (isFlag(kind)) return value === true ? [{ kind, value: "" }] : [];
    if (kind === "pattern") return typeof value === "string" ? [{ kind, value: shortValue(value) }] : [];
    const isEmptyBound = value === 0 && kind.startsWith("min") && kind !== "minimum";
    return typeof value === "number" && !isEmptyBound ? [{ kind: strict(flat, kind), value: String(value) }] : [];
  });
}

/** Until OpenAPI 3.1, a flag beside the bound said that the bound itself is excluded. */
function strict(flat: FlatSchema, kind: Fact["kind"]): Fact["kind"] {
  if (kind === "minimum" && keyword(flat, "exclusiveMinimum") === true) return "exclusiveMinimum";
  return kind === "maximum" && keyword(flat, "exclusiveMaximum") === true ? "exclusiveMaximum" : kind;
}

function isFlag(kind: Fact["kind"]): boolean {
  return kind === "uniqueItems" || kind === "readOnly" || kind === "writeOnly" || kind === "deprecated";
}

/** A value in a line: text as it is, anything else as JSON. */
export function shortValue(value: unknown): string {
  return typeof value === "string" ? asName(value, 80) : printJson(value, 80).text.replace(/\s+/g, " ");
}

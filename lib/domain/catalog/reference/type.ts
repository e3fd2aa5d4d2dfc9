import { isJsonObject } from "../../json.ts";
import { asList, asName, type Source } from "./bounds.ts";
import { type FlatSchema, flatten, keyword } from "./flatten.ts";

const unionMax = 6;
const depthMax = 4;

/** The type in the notation of developers: `string (date-time)`, `integer[]`, `string | null`, `{ [name]: number }`. */
export function typeOf(source: Source, flat: FlatSchema, depth = 0): string {
  const names = [...typeNames(source, flat, depth), ...(keyword(flat, "nullable") === true ? ["null"] : [])];
  return [...new Set(names)].slice(0, unionMax).join(" | ") || "any";
}

/** What lies one step inside, of which the type tells nothing but the name. */
export function itemsOf(source: Source, flat: FlatSchema): FlatSchema | null {
  const items = keyword(flat, "items");
  return isJsonObject(items) ? flatten(source, items, flat.trail) : null;
}

/** The alternatives of oneOf or anyOf; null among them is part of the type and no alternative. */
export function variantsOf(source: Source, flat: FlatSchema): FlatSchema[] {
  const given = [...asList(keyword(flat, "oneOf")), ...asList(keyword(flat, "anyOf"))];
  return given
    .slice(0, 50)
    .filter((variant) => !(isJsonObject(variant) && variant.type === "null"))
    .map((variant) => flatten(source, variant, flat.trail));
}

function typeNames(source: Source, flat: FlatSchema, depth: number): string[] {
  const stated = statedTypes(flat);
  if (stated.length) return stated.map((name) => withInside(source, flat, name, depth));
  if (flat.isRecursive) return [flat.name || "object"];
  const variants = depth < depthMax ? variantsOf(source, flat) : [];
  if (variants.length) {
    const names = variants.slice(0, unionMax).map((variant) => typeOf(source, variant, depth + 1));
    return hasNullVariant(flat) ? [...names, "null"] : names;
  }
  if (isObjectLike(flat)) return [withInside(source, flat, "object", depth)];
  if (keyword(flat, "items") !== undefined) return [withInside(source, flat, "array", depth)];
  return valueTypes(flat);
}

function statedTypes(flat: FlatSchema): string[] {
  const type = keyword(flat, "type");
  const names = (Array.isArray(type) ? type : [type]).slice(0, unionMax).map((name) => asName(name, 40));
  return names.filter(Boolean);
}

function withInside(source: Source, flat: FlatSchema, name: string, depth: number): string {
  if (name === "array") {
    const items = depth < depthMax ? itemsOf(source, flat) : null;
    if (!items) return "array";
    const inside = typeOf(source, items, depth + 1);
    return inside.includes(" | ") ? `(${inside})[]` : `${inside}[]`;
  }
  if (name === "object") {
    const values = keyword(flat, "additionalProperties");
    if (!isJsonObject(values) || keyword(flat, "properties") !== undefined || depth >= depthMax) return "object";
    return `{ [name]: ${typeOf(source, flatten(source, values, flat.trail), depth + 1)} }`;
  }
  const format = asName(keyword(flat, "format"), 40);
  return format && name !== "null" && name !== "boolean" ? `${name} (${format})` : name;
}

function hasNullVariant(flat: FlatSchema): boolean {
  return [...asList(keyword(flat, "oneOf")), ...asList(keyword(flat, "anyOf"))].some(
    (variant) => isJsonObject(variant) && variant.type === "null",
  );
}

function isObjectLike(flat: FlatSchema): boolean {
  return keyword(flat, "properties") !== undefined || keyword(flat, "additionalProperties") !== undefined;
}

/** Without a stated type, that of the values it may have. */
function valueTypes(flat: FlatSchema): string[] {
  const values = keyword(flat, "const") === undefined ? asList(keyword(flat, "enum")) : [keyword(flat, "const")];
  return values.slice(0, 100).map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value));
}

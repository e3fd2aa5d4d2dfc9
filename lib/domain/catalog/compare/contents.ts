import { asObject, type JsonObject, toText } from "../../json.ts";
import { addSchemaPair, appendPath, compareRest, limitIgnoredHeader, resolveBoth, type Spot } from "./collect.ts";
import { haveSameFormatVersion, isSwagger } from "./document.ts";
import {
  type ApiDocument,
  type Details,
  type Effect,
  pairProperties,
  report,
  reportUnlessInBoth,
  type Two,
} from "./model.ts";
import { anything, getInnerSchemas, toNode } from "./schema-node.ts";
import { toPathSegment } from "./schema-pairs.ts";

/**
 * `other`: the media type of the second document, where it has another name. `range`: the content of the range that
 * covered the media type until now.
 */
type Match = { name: string; given: Two; other?: string; range?: unknown };

const toEssence = (type: string) => type.split(";", 1)[0] ?? "";

/** Returns whether a range such as `image/*` covers a media type, whatever its parameters. */
function coversType(range: string, type: string): boolean {
  const isInRange = range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
  return isInRange || toEssence(range) === toEssence(type);
}

/**
 * Pairs media types: first equal ones, then those with other parameters or of which one covers the other. A range of
 * the second document can cover several.
 */
function pairMediaTypes(given: Two): Match[] {
  const normalize = (type: string) => type.toLowerCase().replace(/\s/g, "");
  const toMap = (content: unknown) =>
    new Map(Object.entries(asObject(content)).map(([type, value]) => [normalize(type), value ?? anything]));
  const [old, current] = [toMap(given[0]), toMap(given[1])];
  const taken = new Set<string>();
  const isUnpaired = (type: string) => !old.has(type) && !taken.has(type);
  const matches = [...old].map(([name, value]): Match => {
    const isMatch = (type: string) =>
      isUnpaired(type)
        ? coversType(type, name) || coversType(name, type)
        : type.endsWith("/*") && coversType(type, name);
    const other = current.has(name) ? name : [...current.keys()].find(isMatch);
    if (other === undefined) return { name, given: [value, undefined] };
    taken.add(other);
    return { name, given: [value, current.get(other)], other: other === name ? undefined : other };
  });
  const added = [...current].filter(([name]) => !taken.has(name));
  const findRange = (name: string) => [...old].find(([range]) => range.endsWith("/*") && coversType(range, name))?.[1];
  return [
    ...matches,
    ...added.map(([name, value]): Match => ({ name, given: [undefined, value], range: findRange(name) })),
  ];
}

export function compareContents(spot: Spot, contents: Two): void {
  for (const { name, given, other, range } of pairMediaTypes(contents)) {
    const inside = name === "application/json" ? spot : appendPath(spot, `[${name}]`);
    if (!reportUnlessInBoth(inside, "media-type", given, ["other", "breaking"], { name })) {
      if (range !== undefined) compareContent(inside, resolveBoth(spot.all, [range, given[1]]), name);
      continue;
    }
    if (other !== undefined) {
      const effect = isConvertedRange(spot, [name, other]) ? "other" : judgeMediaType(name, other);
      report(inside, "media-type-covered", effect, { name, after: other });
    }
    compareContent(inside, resolveBoth(spot.all, given), name);
  }
}

/** Converters write any type for an operation that states none in Swagger 2, which is read as JSON here. */
function isConvertedRange({ all: { before, after } }: Spot, types: Two<string>): boolean {
  return isSwagger(before) !== isSwagger(after) && types.includes("*/*");
}

function judgeMediaType(before: string, after: string): Effect {
  if (toEssence(before) !== toEssence(after)) return coversType(after, before) ? "wide" : "narrow";
  const omitCharset = (type: string) => type.replace(/;charset=[^;]*/, "");
  return omitCharset(before) === omitCharset(after) ? "other" : "may_break";
}

function compareContent(spot: Spot, [was, is]: Two<JsonObject>, name: string): void {
  const isText = /form|xml|^text/.test(name) && !/json|yaml/.test(name);
  const isFile = !haveSameFormatVersion(spot.all) && !/json|form/.test(name);
  const toSchema = (document: ApiDocument, schema: unknown) => (isFile ? omitFileSchema(document, schema) : schema);
  addSchemaPair(spot, [toSchema(spot.all.before, was.schema), toSchema(spot.all.after, is.schema)], isText);
  addSchemaPair(appendPath(spot, "[]"), [was.itemSchema, is.itemSchema], isText);
  compareRest(spot, [was, is], ["schema", "itemSchema", "encoding"]);
  compareEncodings(spot, [was, is]);
}

/** Values in a form are written as in a query. */
function compareEncodings(spot: Spot, [was, is]: Two<JsonObject>): void {
  const { before, after } = spot.all;
  for (const [name, given] of pairProperties(was.encoding, is.encoding)) {
    const inside = appendPath(spot, `.encoding${toPathSegment(name)}`);
    const [old, current] = resolveBoth(spot.all, given);
    const toQuery = (document: ApiDocument, { schema }: JsonObject, encoding: JsonObject) => {
      const properties = getInnerSchemas(toNode(document, schema), "properties");
      return { ...encoding, in: "query", schema: properties.get(name) };
    };
    compareStyle(inside, [toQuery(before, was, old), toQuery(after, is, current)], name);
    compareHeaders(inside, [old.headers, current.headers]);
    compareRest(inside, [old, current], ["headers", "style", "explode"], ["allowReserved"]);
  }
}

/** In OpenAPI 3.1 a file needs no schema; in earlier versions it is a string with format `binary`. */
function omitFileSchema(document: ApiDocument, schema: unknown): unknown {
  if (schema === undefined) return schema;
  const { types, keywords } = toNode(document, schema);
  return types?.length === 1 && types[0] === "string" && keywords.get("format") === "binary" ? undefined : schema;
}

export function compareHeaders(spot: Spot, given: Two): void {
  const keyByLowerCase = (headers: unknown) =>
    Object.fromEntries(Object.entries(asObject(headers)).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  for (const [key, pair] of pairProperties(...(given.map(keyByLowerCase) as Two))) {
    const [old, current] = pair.map(asObject) as Two<JsonObject>;
    const name = toText(current.name ?? old.name ?? key);
    const inside = limitIgnoredHeader(appendPath(spot, `.headers${toPathSegment(name)}`), /^content-type$/i, name);
    const [was, is] = resolveBoth(spot.all, [old.value, current.value]);
    const added = is.required === true ? "narrow" : "other";
    const removed = was.required === true && !spot.isWritten ? "breaking" : "may_break";
    if (!reportUnlessInBoth(inside, "header", pair, [added, removed], { name })) continue;
    compareRequired(inside, "header", [was, is], { name });
    compareHeaderOrParameter(inside, [was, is], name, []);
  }
}

export function compareRequired(
  spot: Spot,
  noun: string,
  [was, is]: Two<JsonObject>,
  details: Details = {},
  effect?: Effect,
): void {
  const isRequired = is.required === true;
  if ((was.required === true) === isRequired) {
    if (was.required !== is.required && haveSameFormatVersion(spot.all)) report(spot, "notation-changed", "other");
    return;
  }
  report(spot, `${noun}-${isRequired ? "required" : "optional"}`, effect ?? (isRequired ? "narrow" : "wide"), details);
}

/** Compares schema and serialization of a header or a parameter. */
export function compareHeaderOrParameter(spot: Spot, given: Two<JsonObject>, name: string, handled: string[]): void {
  const [was, is] = given;
  const notations = given.map(({ schema, content }) => (schema === undefined ? content && "content" : "schema"));
  const [before, after] = notations;
  if (before && after && before !== after) report(spot, "style-changed", "breaking", { name, before, after });
  else {
    compareContents(spot, [was.content, is.content]);
    if (!compareOneWithList(spot, given)) addSchemaPair(spot, [was.schema, is.schema], true);
    compareStyle(spot, given, name);
  }
  const flags = ["deprecated", "allowEmptyValue", "allowReserved"];
  compareRest(spot, given, [...handled, "required", "schema", "content", "style", "explode"], flags);
}

function readStyle({ in: where, style: given, explode }: JsonObject): { style: string; explode: boolean } {
  const style = toText(given ?? (where === "query" || where === "cookie" ? "form" : "simple"));
  const isExploded = typeof explode === "boolean" ? explode : style === "form";
  return { style, explode: style === "deepObject" || isExploded };
}

/** A parameter that can now be repeated, as in `?id=1&id=2`, still takes a single value. */
function compareOneWithList(spot: Spot, [was, is]: Two<JsonObject>): boolean {
  const [one, list] = [toNode(spot.all.before, was.schema), toNode(spot.all.after, is.schema)];
  const { style, explode } = readStyle(is);
  const isOne = one.types?.every((type) => type !== "array" && type !== "object");
  const isList = list.types?.length === 1 && list.types[0] === "array" && !list.keywords.has("minItems");
  if (!isOne || !isList || style !== "form" || !explode) return false;
  report(spot, "type-changed", "wide", { before: one.types?.join(" | "), after: "array" });
  addSchemaPair(appendPath(spot, "[]"), [was.schema, getInnerSchemas(list, "items").get("")], true);
  return true;
}

/** Compares how lists and objects are serialized as text. Single values are the same in every style. */
function compareStyle({ all, ...spot }: Spot, [was, is]: Two<JsonObject>, name: string): void {
  const [before, after] = [readStyle(was), readStyle(is)];
  const types = [toNode(all.before, was.schema).types, toNode(all.after, is.schema).types];
  const isPlain = types.every((list) => list?.every((type) => type !== "array" && type !== "object"));
  const hasOneStyle = before.style === after.style;
  if (hasOneStyle && (before.explode === after.explode || (isPlain && !haveSameFormatVersion(all)))) {
    const isSame = was.style === is.style && was.explode === is.explode;
    if (!isSame && haveSameFormatVersion(all)) report(spot, "notation-changed", "other", { name: "style" });
    return;
  }
  const formatStyle = ({ style, explode }: typeof before) => `${style}${explode ? ", explode" : ""}`;
  const details = { name, before: formatStyle(before), after: formatStyle(after) };
  report(spot, "style-changed", isPlain && hasOneStyle ? "other" : "breaking", details);
}

import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { methods } from "../reference/document.ts";
import { addChange, addSchemas, type Collection, compareRest, type Details, listPairs } from "./collect.ts";
import { compareContents, compareHeaders, compareStyle } from "./contents.ts";
import { resolveObject } from "./document.ts";
import type { ApiDocument, Level, Place } from "./model.ts";
import { writeName } from "./schema-pairs.ts";
import { judge } from "./schema-rules.ts";
import { compareSecurity } from "./security.ts";
import { compareServers } from "./servers.ts";
import { isEqual, toText } from "./values.ts";

type FoundOperation = { method: string; path: string; item: JsonObject; operation: JsonObject };

/** `parent`: the operation whose callbacks these are. `isReversed`: the API calls, and its clients answer. */
export type Scope = { isReversed: boolean; kind: "path" | "webhook" | "callback"; parent?: Place };

const itemKeywords = ["parameters", "servers", "additionalOperations", "$ref", "query", ...methods];

/** Pairs operations by method and path. Names of path parameters do not count. */
export function compareItems(collection: Collection, given: [before: unknown, after: unknown], scope: Scope): void {
  const [before, after] = [listItems(collection.before, given[0]), listItems(collection.after, given[1])];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, current] = [before.get(key), after.get(key)];
    const path = `${scope.parent?.path ?? ""}${current?.path ?? old?.path}`;
    const place = { operation: scope.parent?.operation ?? null, direction: null, path };
    compareRest(collection, place, old?.item ?? {}, current?.item ?? {}, { handled: itemKeywords });
    const methodsOf = (found: typeof old) => found && listOperations(found.path, found.item);
    const [was, is] = [methodsOf(old), methodsOf(current)];
    for (const method of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
      comparePresence(collection, was?.get(method), is?.get(method), scope);
    }
  }
}

function listItems(document: ApiDocument, items: unknown): Map<string, { path: string; item: JsonObject }> {
  const found = new Map<string, { path: string; item: JsonObject }>();
  for (const [path, value] of Object.entries(asObject(items))) {
    if (path.startsWith("x-")) continue;
    const key = path.replace(/\{[^{}]*\}/g, "{}");
    found.set(found.has(key) ? path : key, { path, item: resolveObject(document, value) });
  }
  return found;
}

function listOperations(path: string, item: JsonObject): Map<string, FoundOperation> {
  const named = [...methods, "query"]
    .filter((method) => Object.hasOwn(item, method))
    .map((name) => [name, item[name]] as const);
  const all = [...named, ...Object.entries(asObject(item.additionalOperations))];
  const found = all.flatMap(([name, operation]): [string, FoundOperation][] => {
    const method = name.toUpperCase();
    return isJsonObject(operation) ? [[method, { method, path, item, operation }]] : [];
  });
  return new Map(found);
}

function toPlace({ method, path }: FoundOperation, { kind, parent }: Scope): Place {
  if (parent) return { ...parent, path: `${parent.path}${method} ${path}` };
  return {
    operation: kind === "webhook" ? `${method} ${path} (webhook)` : `${method} ${path}`,
    direction: null,
    path: "",
  };
}

function comparePresence(
  collection: Collection,
  before: FoundOperation | undefined,
  after: FoundOperation | undefined,
  scope: Scope,
) {
  const found = after ?? before;
  if (!found) return;
  const place = toPlace(found, scope);
  const name = `${found.method} ${found.path}`;
  if (!before)
    addChange(collection, place, `${scope.kind === "path" ? "operation" : scope.kind}-added`, "other", { name });
  else if (after) compareOperation(collection, before, after, { ...scope, place });
  else {
    const { isExpected, sunset } = readSunset(before.operation, collection.today);
    const rule = scope.kind === "path" ? "operation-removed" : `${scope.kind}-removed`;
    addChange(collection, place, isExpected ? `${rule}-deprecated` : rule, isExpected ? "other" : "breaking", {
      name,
      before: sunset,
    });
  }
}

/** A deprecated operation may be removed once its sunset date has passed. */
function readSunset({ deprecated, "x-sunset": given }: JsonObject, today: string) {
  const sunset = typeof given === "string" && /^\d{4}-\d{2}-\d{2}/.test(given) ? given.slice(0, 10) : undefined;
  return { sunset, isExpected: deprecated === true && sunset !== undefined && sunset <= today };
}

type Inside = Scope & { place: Place };

const operationKeywords = [
  "parameters",
  "requestBody",
  "responses",
  "callbacks",
  "security",
  "servers",
  "operationId",
  "x-sunset",
];

function compareOperation(collection: Collection, before: FoundOperation, after: FoundOperation, scope: Inside): void {
  const { place } = scope;
  const [old, current] = [before.operation, after.operation];
  compareRest(collection, place, old, current, { handled: operationKeywords, flags: ["deprecated"] });
  if (old.operationId !== current.operationId) {
    const level = old.operationId === undefined ? "other" : "may_break";
    addChange(collection, place, "operation-id-changed", level, {
      before: old.operationId,
      after: current.operationId,
    });
  }
  const [was, is] = [old["x-sunset"], current["x-sunset"]];
  if (!isEqual(was, is)) {
    const isEarlier = is === undefined ? current.deprecated === true : was !== undefined && toText(is) < toText(was);
    addChange(collection, place, "sunset-changed", isEarlier ? "may_break" : "other", { before: was, after: is });
  }
  compareParameters(collection, before, after, scope);
  compareBodies(collection, [old.requestBody, current.requestBody], scope);
  compareResponses(collection, [old.responses, current.responses], scope);
  compareSecurity(collection, place, [old.security, current.security]);
  const toServers = ({ item, operation }: FoundOperation) => operation.servers ?? item.servers;
  compareServers(collection, place, [toServers(before), toServers(after)]);
  for (const [name, was, is] of listPairs(old.callbacks, current.callbacks)) {
    const parent = { ...place, path: `callbacks${writeName(name)} ` };
    const given: [unknown, unknown] = [resolveObject(collection.before, was), resolveObject(collection.after, is)];
    compareItems(collection, given, { kind: "callback", isReversed: !scope.isReversed, parent });
  }
}

type Parameter = { key: string; name: string; place: string; given: JsonObject };

function listParameters(document: ApiDocument, { path, item, operation }: FoundOperation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const all = [...asList(item.parameters), ...asList(operation.parameters)].map((each) => {
    const given = resolveObject(document, each);
    const [name, place] = [toText(given.name), toText(given.in)];
    const at =
      place === "path" && names.includes(name)
        ? `${names.indexOf(name)}`
        : place === "header"
          ? name.toLowerCase()
          : name;
    return { key: `${place} ${at}`, name, place, given };
  });
  return new Map(all.map((parameter) => [parameter.key, parameter]));
}

const parameterKeywords = ["name", "in", "required", "schema", "content", "style", "explode"];
const parameterFlags = ["deprecated", "allowEmptyValue", "allowReserved"];

function compareParameters(collection: Collection, old: FoundOperation, current: FoundOperation, scope: Inside): void {
  const [before, after] = [listParameters(collection.before, old), listParameters(collection.after, current)];
  const added = [...after.values()].filter(({ key }) => !before.has(key));
  const isWritten = !scope.isReversed;
  const toParameterPlace = ({ place, name }: Parameter) => inDirection(scope, "request", `${place}${writeName(name)}`);
  for (const parameter of before.values()) {
    const { key, name } = parameter;
    const match = after.get(key);
    if (match) {
      compareParameter(collection, toParameterPlace(match), [parameter, match], isWritten);
      continue;
    }
    const moved = added.find((each) => each.name === name);
    if (moved) {
      added.splice(added.indexOf(moved), 1);
      const details = { name, before: parameter.place, after: moved.place };
      addChange(collection, toParameterPlace(parameter), "parameter-moved", "breaking", details);
    } else {
      const effect = isWritten || parameter.given.required !== true ? "unsure" : "wide";
      addChange(collection, toParameterPlace(parameter), "parameter-removed", judge(effect, isWritten), { name });
    }
  }
  for (const parameter of added) {
    const isRequired = parameter.given.required === true;
    const rule = isRequired ? "parameter-added-required" : "parameter-added-optional";
    addChange(collection, toParameterPlace(parameter), rule, judge(isRequired ? "narrow" : "note", isWritten), {
      name: parameter.name,
    });
  }
}

function inDirection({ place }: Inside, direction: "request" | "response", path: string): Place {
  return { ...place, direction, path: place.path ? `${place.path} ${path}` : path };
}

function compareParameter(
  collection: Collection,
  place: Place,
  [old, current]: [Parameter, Parameter],
  isWritten: boolean,
) {
  const [was, is] = [old.given, current.given];
  const { name } = current;
  if (old.name !== name) {
    const rule = old.place === "path" ? "path-parameter-renamed" : "notation-changed";
    addChange(collection, place, rule, "other", { name, before: old.name, after: name });
  }
  if ((was.required === true) !== (is.required === true)) {
    const isRequired = is.required === true;
    const rule = isRequired ? "parameter-required" : "parameter-optional";
    // A path parameter is always required, whatever the document says.
    const effect = current.place === "path" ? "note" : isRequired ? "narrow" : "wide";
    addChange(collection, place, rule, judge(effect, isWritten), { name });
  }
  const hasContent = was.content !== undefined || is.content !== undefined;
  if (hasContent) compareContents(collection, place, [was.content, is.content], isWritten);
  if (!hasContent || was.schema !== undefined || is.schema !== undefined) {
    addSchemas(collection, place, [was.schema, is.schema], { isWritten, isText: true });
  }
  compareStyle(collection, place, [was, is], { name, isWritten });
  compareRest(collection, place, was, is, { handled: parameterKeywords, flags: parameterFlags });
}

function compareBodies(collection: Collection, given: [unknown, unknown], scope: Inside): void {
  const [was, is] = [resolveObject(collection.before, given[0]), resolveObject(collection.after, given[1])];
  const place = inDirection(scope, "request", "body");
  const isWritten = !scope.isReversed;
  const add = (rule: string, level: Level, details: Details = {}) => addChange(collection, place, rule, level, details);
  if (given[0] === undefined || given[1] === undefined) {
    if (given[0] !== undefined) add("body-removed", "breaking");
    else if (given[1] === undefined) return;
    else if (is.required === true) add("body-added-required", judge("narrow", isWritten));
    else add("body-added-optional", "other");
    return;
  }
  if ((was.required === true) !== (is.required === true)) {
    if (is.required === true) add("body-required", judge("narrow", isWritten));
    else add("body-optional", judge("wide", isWritten));
  }
  compareContents(collection, place, [was.content, is.content], isWritten);
  compareRest(collection, place, was, is, { handled: ["content", "required"] });
}

function compareResponses(collection: Collection, given: [unknown, unknown], scope: Inside): void {
  const normalize = (responses: unknown) =>
    Object.fromEntries(Object.entries(asObject(responses)).map(([status, value]) => [status.toUpperCase(), value]));
  const [before, after] = given.map(normalize);
  for (const [key, was, is] of listPairs(before, after)) {
    const status = key === "DEFAULT" ? "default" : key;
    const place = inDirection(scope, "response", status);
    const cover = is === undefined ? asObject(after)[`${key.charAt(0)}XX`] : undefined;
    if (key.startsWith("X-"))
      compareRest(collection, place, { [key.toLowerCase()]: was }, { [key.toLowerCase()]: is }, { handled: [] });
    else if (was === undefined) addChange(collection, place, "response-added", "other", { name: status });
    else if (is === undefined && cover === undefined) {
      const isSuccess =
        /^2/.test(status) || (status === "default" && !Object.keys(asObject(before)).some((each) => /^2/.test(each)));
      const level = isSuccess || scope.isReversed ? "breaking" : "other";
      addChange(collection, place, "response-removed", level, { name: status });
    } else {
      if (is === undefined) addChange(collection, place, "response-covered", "may_break", { name: status });
      compareResponse(collection, place, [was, is ?? cover], scope);
    }
  }
}

function compareResponse(collection: Collection, place: Place, given: [unknown, unknown], { isReversed }: Scope): void {
  const [was, is] = [resolveObject(collection.before, given[0]), resolveObject(collection.after, given[1])];
  const body = { ...place, path: `${place.path}.body` };
  compareContents(collection, body, [was.content, is.content], isReversed);
  compareHeaders(collection, place, [was.headers, is.headers], isReversed);
  compareRest(collection, place, was, is, { handled: ["content", "headers", "links"] });
  for (const [name, old, current] of listPairs(was.links, is.links)) {
    const inside = { ...place, path: `${place.path}.links${writeName(name)}` };
    const [before, after] = [resolveObject(collection.before, old), resolveObject(collection.after, current)];
    if (current === undefined) addChange(collection, inside, "link-removed", "may_break", { name });
    else if (old === undefined) addChange(collection, inside, "link-added", "other", { name });
    else compareRest(collection, inside, before, after, { handled: [] });
  }
}

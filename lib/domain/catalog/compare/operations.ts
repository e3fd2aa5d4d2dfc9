import { asList, asObject, isEqual, type JsonObject, toText } from "../../json.ts";
import { listItemOperations, methods } from "../reference/document.ts";
import { appendPath, compareRest, createSpot, limitIgnoredHeader, resolveBoth, type Spot } from "./collect.ts";
import { compareContents, compareHeaderOrParameter, compareHeaders, compareRequired } from "./contents.ts";
import { resolveObject } from "./document.ts";
import { type ApiDocument, type Direction, pairProperties, report, reportUnlessInBoth, type Two } from "./model.ts";
import { toPathSegment } from "./schema-pairs.ts";
import { compareSecurity } from "./security.ts";

type FoundItem = { path: string; item: JsonObject };
type FoundOperation = FoundItem & { operation: JsonObject };

const itemKeywords = ["parameters", "servers", "additionalOperations", "$ref", ...methods];

/**
 * Pairs operations by method and path, whatever the names of path parameters. If clients do not write the requests,
 * the API calls them and they answer.
 */
export function comparePathItems(spot: Spot, given: Two, kind: "operation" | "webhook" | "callback"): void {
  // In a callback, braces contain an expression that tells where the client's request states the URL to call.
  const listItems = (document: ApiDocument, items: unknown, others: unknown) =>
    listPathItems(document, items, (path) => kind === "callback" || Object.hasOwn(asObject(others), path));
  const before = listItems(spot.all.before, given[0], given[1]);
  const after = listItems(spot.all.after, given[1], given[0]);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, current] = [before.get(key), after.get(key)];
    const path = current?.path ?? old?.path ?? "";
    compareRest(appendPath(spot, path), [old?.item ?? {}, current?.item ?? {}], itemKeywords);
    const [was, is] = [listOperations(old), listOperations(current)];
    for (const method of new Set([...was.keys(), ...is.keys()])) {
      const [found, match] = [was.get(method), is.get(method)];
      const name = `${method} ${(match ?? found)?.path}`;
      const operation = kind === "webhook" ? `${name} (webhook)` : name;
      const top = { operation, direction: null, path: "" };
      const inside = kind === "callback" ? appendPath(spot, name) : createSpot(spot.all, top, spot.isWritten);
      if (!found) report(inside, `${kind}-added`, "other", { name });
      else if (match) compareOperation(inside, [found, match]);
      else reportRemoved(inside, kind, name, found.operation);
    }
  }
}

function listPathItems(
  document: ApiDocument,
  items: unknown,
  hasEqual: (path: string) => boolean,
): Map<string, FoundItem> {
  const found = new Map<string, FoundItem>();
  for (const [path, value] of Object.entries(asObject(items))) {
    if (path.startsWith("x-")) continue;
    const key = hasEqual(path) ? path : path.replace(/\{[^{}]*\}/g, "{}");
    found.set(found.has(key) ? path : key, { path, item: resolveObject(document, value) });
  }
  return found;
}

function listOperations(found: FoundItem | undefined): Map<string, FoundOperation> {
  if (!found) return new Map();
  return new Map(listItemOperations(found.item).map(([method, operation]) => [method, { ...found, operation }]));
}

function reportRemoved(spot: Spot, kind: string, name: string, operation: JsonObject): void {
  const sunset = findPassedSunset(spot, operation);
  const rule = `${kind}-removed${sunset ? "-deprecated" : ""}`;
  report(spot, rule, sunset ? "other" : "breaking", { name, before: sunset });
}

/** A deprecated operation or parameter may be removed once its sunset date has passed. */
function findPassedSunset({ all }: Spot, { deprecated, "x-sunset": given }: JsonObject): string | undefined {
  const sunset = deprecated === true && /^\d{4}-\d{2}-\d{2}/.exec(toText(given))?.[0];
  return sunset && sunset <= all.today ? sunset : undefined;
}

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

function compareOperation(spot: Spot, [before, after]: Two<FoundOperation>): void {
  const [old, current] = [before.operation, after.operation];
  compareRest(spot, [old, current], operationKeywords, ["deprecated"]);
  if (old.operationId !== current.operationId) {
    report(spot, "operation-id-changed", "other", { before: old.operationId, after: current.operationId });
  }
  compareSunsets(spot, [old, current]);
  compareParameters(spot, [listParameters(spot.all.before, before), listParameters(spot.all.after, after)]);
  compareBodies(createPartSpot(spot, "request", "body"), [old.requestBody, current.requestBody]);
  compareResponses(spot, [old.responses, current.responses]);
  compareSecurity(spot, [old.security, current.security]);
  const [was, is] = [old.servers ?? before.item.servers, current.servers ?? after.item.servers];
  if (was || is) compareServers(spot, [was ?? spot.all.before.api.servers, is ?? spot.all.after.api.servers]);
  for (const [name, given] of pairProperties(old.callbacks, current.callbacks)) {
    const parent = { ...spot.place, path: `callbacks${toPathSegment(name)} ` };
    comparePathItems(createSpot(spot.all, parent, !spot.isWritten), resolveBoth(spot.all, given), "callback");
  }
}

function compareSunsets(spot: Spot, [{ "x-sunset": was }, { "x-sunset": is, deprecated }]: Two<JsonObject>): void {
  if (isEqual(was, is)) return;
  const isEarlier = is === undefined ? deprecated === true : was !== undefined && toText(is) < toText(was);
  report(spot, "sunset-changed", isEarlier ? "may_break" : "other", { before: was, after: is });
}

/** Clients that write the request read the response. For a webhook or callback, it is the reverse. */
function createPartSpot({ all, place, isWritten }: Spot, direction: Direction, part: string): Spot {
  const path = place.path ? `${place.path} ${part}` : part;
  return createSpot(all, { ...place, direction, path }, isWritten === (direction === "request"));
}

/** A removed server may still respond, so its removal does not always break clients. */
export function compareServers(spot: Spot, given: Two): void {
  const toUrl = (server: unknown) => toText(asObject(server).url).replace(/\/+$/, "");
  // An address without a protocol has that of the document, or in Swagger 2 any.
  const toMap = (servers: unknown, others: unknown) => {
    const urls = new Map(
      asList(others)
        .toReversed()
        .map((each) => [toUrl(each).replace(/^https?:/, ""), toUrl(each)]),
    );
    const findUrl = (url: string) => urls.get(url) ?? url;
    return Object.fromEntries(asList(servers).map((each) => [findUrl(toUrl(each)), asObject(each)]));
  };
  const [old, current] = [toMap(given[0], given[1]), toMap(given[1], given[0])];
  // The server of a document without servers is "/".
  if ([old, current].every((each) => !Object.keys(each).join()) && !(old[""] && current[""])) return;
  for (const [url, servers] of pairProperties(old, current)) {
    const name = url || "/";
    if (!reportUnlessInBoth(spot, "server", servers, ["other", "may_break"], { name })) continue;
    const inside = appendPath(spot, `${spot.place.path ? " " : ""}servers[${name}]`);
    const [was, is] = servers as Two<JsonObject>;
    compareRest(inside, [was, is], ["url", "name", "variables"]);
    if (was.name !== is.name)
      report(inside, "words-changed", "other", { name: "name", before: was.name, after: is.name });
    for (const [variable, pair] of pairProperties(was.variables, is.variables)) {
      compareRest(
        appendPath(inside, `.variables${toPathSegment(variable)}`),
        pair.map(asObject) as Two<JsonObject>,
        [],
      );
    }
  }
  // Programs that are generated from a document call its first server.
  const [[before = ""], [after = ""]] = [Object.keys(old), Object.keys(current)];
  if (before !== after && Object.hasOwn(current, before) && Object.hasOwn(old, after)) {
    report(spot, "keyword-changed", "may_break", { name: "servers", before, after });
  }
}

type Parameter = { key: string; name: string; place: string; given: JsonObject };

function listParameters(document: ApiDocument, { path, item, operation }: FoundOperation): Map<string, Parameter> {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const all = [...asList(item.parameters), ...asList(operation.parameters)].map((each) => {
    const given = resolveObject(document, each);
    const [name, place] = [toText(given.name), toText(given.in)];
    const order = place === "path" && names.includes(name) ? String(names.indexOf(name)) : name;
    return { key: `${place} ${place === "header" ? name.toLowerCase() : order}`, name, place, given };
  });
  return new Map(all.map((parameter) => [parameter.key, parameter]));
}

/** A path parameter that is added or removed breaks no client, because the path itself contains the parameter. */
function compareParameters(spot: Spot, [before, after]: Two<Map<string, Parameter>>): void {
  const added = new Set([...after.values()].filter(({ key }) => !before.has(key)));
  const createParameterSpot = ({ place, name }: Parameter) => {
    const inside = createPartSpot(spot, "request", `${place}${toPathSegment(name)}`);
    return place === "header" ? limitIgnoredHeader(inside, /^(accept|content-type|authorization)$/i, name) : inside;
  };
  for (const old of before.values()) {
    const { name } = old;
    const match = after.get(old.key);
    const moved = match ? undefined : [...added].find((each) => each.name === name);
    if (moved) added.delete(moved);
    // Path parameters are matched by their order in the path. One that the path does not contain is matched by name.
    const same = match ?? (moved?.place === old.place ? moved : undefined);
    if (same) compareParameter(createParameterSpot(same), [old, same]);
    else if (moved) {
      const isNeeded = (spot.isWritten ? moved : old).given.required === true;
      const details = { name, before: old.place, after: moved.place };
      report(createParameterSpot(old), "parameter-moved", isNeeded ? "breaking" : "may_break", details);
    } else {
      const isLost = !spot.isWritten && old.given.required === true;
      const sunset = findPassedSunset(spot, old.given);
      const level = sunset || old.place === "path" ? "other" : isLost ? "breaking" : "may_break";
      const rule = `parameter-removed${sunset ? "-deprecated" : ""}`;
      report(createParameterSpot(old), rule, level, { name, before: sunset });
    }
  }
  for (const parameter of added) {
    const isRequired = parameter.given.required === true;
    const rule = `parameter-added-${isRequired ? "required" : "optional"}`;
    const effect = isRequired && parameter.place !== "path" ? "narrow" : "other";
    report(createParameterSpot(parameter), rule, effect, { name: parameter.name });
  }
}

function compareParameter(spot: Spot, [old, { name, place, given }]: Two<Parameter>): void {
  if (old.name !== name) {
    const rule = old.place === "path" ? "path-parameter-renamed" : "notation-changed";
    report(spot, rule, "other", { name, before: old.name, after: name });
  }
  // A path parameter is always required, whatever the document says.
  const effect = place === "path" ? "other" : undefined;
  compareRequired(spot, "parameter", [old.given, given], { name }, effect);
  compareHeaderOrParameter(spot, [old.given, given], name, ["name", "in"]);
}

function compareBodies(spot: Spot, given: Two): void {
  const [was, is] = resolveBoth(spot.all, given);
  if (given[0] === undefined && given[1] !== undefined) {
    const isRequired = is.required === true;
    report(spot, `body-added-${isRequired ? "required" : "optional"}`, isRequired ? "narrow" : "other");
  } else if (given[0] !== undefined && given[1] === undefined) report(spot, "body-removed", "breaking");
  else if (given[0] !== undefined) {
    compareRequired(spot, "body", [was, is]);
    compareContents(spot, [was.content, is.content]);
    compareRest(spot, [was, is], ["content", "required"]);
  }
}

function compareResponses(spot: Spot, given: Two): void {
  const normalize = (responses: unknown): JsonObject =>
    Object.fromEntries(Object.entries(asObject(responses)).map(([status, value]) => [status.toUpperCase(), value]));
  const [before, after] = [normalize(given[0]), normalize(given[1])];
  const toName = (key: string) => (key === "DEFAULT" ? "default" : key);
  const hasSuccess = Object.keys(before).some((each) => each.startsWith("2"));
  for (const [key, [was, is]] of pairProperties(before, after)) {
    const name = toName(key);
    const inside = createPartSpot(spot, "response", name);
    if (key.startsWith("X-")) {
      const extension = key.toLowerCase();
      compareRest(inside, [{ [extension]: was }, { [extension]: is }], []);
      continue;
    }
    const isSuccess = key.startsWith("2") || (key === "DEFAULT" && !hasSuccess);
    const removed = isSuccess || !spot.isWritten ? "breaking" : "other";
    const wider = [`${key.charAt(0)}XX`, ...(isSuccess ? [] : ["DEFAULT"])].find((each) => each in after);
    const parts = wider
      ? []
      : listPartsOfRange(key, before, after).filter((each) => each.startsWith("2") === isSuccess);
    if (is === undefined && (wider || parts.length)) {
      const details = { name, after: wider ? toName(wider) : parts.join(", ") };
      report(inside, "response-covered", !wider ? "narrow" : isSuccess ? "soft" : "other", details);
      if (wider) compareResponse(inside, resolveBoth(spot.all, [was, after[wider]]));
      for (const part of parts.filter((each) => !statusesWithoutBody.includes(each))) {
        compareResponse(createPartSpot(spot, "response", part), resolveBoth(spot.all, [was, after[part]]));
      }
    } else if (reportUnlessInBoth(inside, "response", [was, is], ["other", removed], { name })) {
      compareResponse(inside, resolveBoth(spot.all, [was, is]));
    } else if (was === undefined) {
      const range = `${key.charAt(0)}XX`;
      const former = [range, ...(isSuccess && hasSuccess ? [] : ["DEFAULT"])].find((each) => each in before);
      // Clients may not rely on what the default says of a single status.
      const level = former === "DEFAULT" ? "may_break" : undefined;
      const limited = createSpot(inside.all, inside.place, inside.isWritten, level);
      if (former && former in after) compareResponse(limited, resolveBoth(spot.all, [before[former], is]));
    }
  }
}

const statusesWithoutBody = ["204", "205", "304"];

/** Lists the new responses that a range or the default described before. */
function listPartsOfRange(range: string, before: JsonObject, after: JsonObject): string[] {
  const toRange = (key: string) => `${key.charAt(0)}XX`;
  const isPart = (key: string) => range === toRange(key) || (range === "DEFAULT" && !(toRange(key) in before));
  return Object.keys(after).filter((key) => /^\d/.test(key) && !(key in before) && isPart(key));
}

function compareResponse(spot: Spot, [was, is]: Two<JsonObject>): void {
  compareContents(appendPath(spot, ".body"), [was.content, is.content]);
  compareHeaders(spot, [was.headers, is.headers]);
  compareRest(spot, [was, is], ["content", "headers", "links"]);
  for (const [name, given] of pairProperties(was.links, is.links)) {
    const inside = appendPath(spot, `.links${toPathSegment(name)}`);
    const isKept = reportUnlessInBoth(inside, "link", given, ["other", "may_break"], { name });
    if (isKept) compareRest(inside, resolveBoth(spot.all, given), []);
  }
}

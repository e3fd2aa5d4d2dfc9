import { asList, asObject, type JsonObject } from "../../json.ts";
import { addChange, type Collection, compareRest, listPairs } from "./collect.ts";
import { resolveObject } from "./document.ts";
import type { ApiDocument, Place } from "./model.ts";
import { listTexts, toCanonical, toText } from "./values.ts";

/** Credentials that a caller must send together: schemes with their scopes. */
type Alternative = Map<string, { name: string; scopes: string[] }>;

function listSchemes({ api }: ApiDocument): JsonObject {
  return asObject(asObject(api.components).securitySchemes);
}

/** Identifies a scheme by its name, or by its content if only one of the documents has that name. */
function identify(collection: Collection, document: ApiDocument, name: string): string {
  const isShared = [collection.before, collection.after].every((each) => Object.hasOwn(listSchemes(each), name));
  if (isShared || !Object.hasOwn(listSchemes(document), name)) return name;
  const { type, in: place, name: key, scheme } = resolveObject(document, listSchemes(document)[name]);
  return toCanonical([type, place, key, typeof scheme === "string" ? scheme.toLowerCase() : scheme]);
}

function listAlternatives(collection: Collection, document: ApiDocument, own: unknown): Alternative[] {
  const alternatives = asList(own ?? document.api.security).map(
    (each) =>
      new Map(
        Object.entries(asObject(each)).map(([name, scopes]) => [
          identify(collection, document, name),
          { name, scopes: listTexts(scopes) },
        ]),
      ),
  );
  return alternatives.length ? alternatives : [new Map()];
}

/** Whether callers with the credentials of `given` also have those of `needed`. */
function suffices(given: Alternative, needed: Alternative): boolean {
  return [...needed].every(
    ([id, { scopes }]) => scopes.every((scope) => given.get(id)?.scopes.includes(scope)) && given.has(id),
  );
}

function printAlternative(alternative: Alternative): string {
  const names = [...alternative.values()].map(({ name, scopes }) =>
    scopes.length ? `${name} (${scopes.toSorted().join(", ")})` : name,
  );
  return names.sort().join(" + ");
}

export function compareSecurity(collection: Collection, place: Place, given: [before: unknown, after: unknown]): void {
  const before = listAlternatives(collection, collection.before, given[0]);
  const after = listAlternatives(collection, collection.after, given[1]);
  const haveOneShape = (one: Alternative, other: Alternative) =>
    one.size === other.size && [...one.keys()].every((id) => other.has(id));
  for (const old of before.filter((each) => !after.some((other) => suffices(each, other)))) {
    const stricter = after.find((each) => haveOneShape(old, each));
    const rule = !old.size ? "security-added" : stricter ? "security-scope-added" : "security-option-removed";
    const details = { before: printAlternative(old) || undefined, after: after.map(printAlternative).join(" / ") };
    addChange(collection, place, rule, "breaking", { name: printAlternative(old), ...details });
  }
  for (const current of after.filter(
    (each) => !before.some((other) => suffices(other, each) && suffices(each, other)),
  )) {
    const similar = before.find((each) => haveOneShape(current, each));
    const isAnswer = before.length === 1 && before[0]?.size === 0;
    if (isAnswer || (similar && !suffices(similar, current))) continue;
    const rule = !current.size ? "security-removed" : similar ? "security-scope-removed" : "security-option-added";
    const details = { before: before.map(printAlternative).join(" / "), after: printAlternative(current) || undefined };
    addChange(collection, place, rule, "other", { name: printAlternative(current), ...details });
  }
}

const schemeKeywords = ["type", "in", "name", "scheme", "flows"];

export function compareSchemes(collection: Collection): void {
  for (const [name, old, current] of listPairs(listSchemes(collection.before), listSchemes(collection.after))) {
    const place = { operation: null, direction: null, path: `securitySchemes.${name}` };
    if (old === undefined) addChange(collection, place, "scheme-added", "other", { name });
    else if (current === undefined) addChange(collection, place, "scheme-removed", "other", { name });
    else
      compareScheme(collection, place, name, [
        resolveObject(collection.before, old),
        resolveObject(collection.after, current),
      ]);
  }
}

function compareScheme(
  collection: Collection,
  place: Place,
  name: string,
  [before, after]: [JsonObject, JsonObject],
): void {
  for (const keyword of ["type", "in", "name", "scheme"]) {
    const [old, current] = [before[keyword], after[keyword]].map((value) =>
      keyword === "scheme" ? toText(value).toLowerCase() : value,
    );
    const details = { name: keyword, before: before[keyword], after: after[keyword] };
    if (old !== current) addChange(collection, place, "scheme-changed", "breaking", details);
    else if (before[keyword] !== after[keyword]) addChange(collection, place, "notation-changed", "other", details);
  }
  compareRest(collection, place, before, after, { handled: schemeKeywords });
  for (const [flow, old, current] of listPairs(before.flows, after.flows)) {
    const inside = { ...place, path: `${place.path}.${flow}` };
    const [was, is] = [asObject(old), asObject(current)];
    if (current === undefined) addChange(collection, inside, "flow-removed", "breaking", { name: flow });
    else if (old === undefined) addChange(collection, inside, "flow-added", "other", { name: flow });
    else compareFlow(collection, inside, name, [was, is]);
  }
}

function compareFlow(collection: Collection, place: Place, scheme: string, [was, is]: [JsonObject, JsonObject]): void {
  compareRest(collection, place, was, is, { handled: ["scopes"] });
  for (const [scope, old, current] of listPairs(was.scopes, is.scopes)) {
    const details = { name: scope, before: old, after: current };
    if (old === undefined) addChange(collection, place, "scope-added", "other", details);
    else if (current === undefined)
      addChange(collection, place, "scope-removed", "may_break", { ...details, name: scope });
    else if (old !== current)
      addChange(collection, place, "words-changed", "other", { ...details, name: `${scheme}: ${scope}` });
  }
}

import { asList, asObject, type JsonObject, listTexts, toCanonicalJson, toText } from "../../json.ts";
import { appendPath, type Collection, compareRest, resolveBoth, type Spot } from "./collect.ts";
import { resolveObject } from "./document.ts";
import { type ApiDocument, pairProperties, report, reportUnlessInBoth, type Two } from "./model.ts";

/** Security schemes, with their scopes, that a caller must use together. */
type Alternative = Map<string, { name: string; scopes: string[] }>;

function listSchemes({ api }: ApiDocument): JsonObject {
  return asObject(asObject(api.components).securitySchemes);
}

/** Identifies a scheme by its name, or by its content if only one of the documents has that name. */
function identifyScheme(collection: Collection, document: ApiDocument, name: string): string {
  const isShared = [collection.before, collection.after].every((each) => Object.hasOwn(listSchemes(each), name));
  if (isShared || !Object.hasOwn(listSchemes(document), name)) return name;
  const {
    type,
    in: place,
    name: key,
    scheme,
    flows,
    openIdConnectUrl,
  } = resolveObject(document, listSchemes(document)[name]);
  const urls = Object.entries(asObject(flows)).map(([flow, value]) => {
    const { authorizationUrl, tokenUrl } = asObject(value);
    return [flow, [authorizationUrl, tokenUrl]];
  });
  const called = typeof scheme === "string" ? scheme.toLowerCase() : scheme;
  return toCanonicalJson([type, place, key, called, Object.fromEntries(urls), openIdConnectUrl]);
}

function listAlternatives(collection: Collection, document: ApiDocument, own: unknown): Alternative[] {
  const alternatives = asList(own ?? document.api.security).map(
    (each) =>
      new Map(
        Object.entries(asObject(each)).map(([name, scopes]) => [
          identifyScheme(collection, document, name),
          { name, scopes: listTexts(scopes) },
        ]),
      ),
  );
  return alternatives.length ? alternatives : [new Map()];
}

/** Returns whether callers with the credentials of `given` also have those of `needed`. */
function coversCredentials(given: Alternative, needed: Alternative): boolean {
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

export function compareSecurity(spot: Spot, given: Two): void {
  const before = listAlternatives(spot.all, spot.all.before, given[0]);
  const after = listAlternatives(spot.all, spot.all.after, given[1]);
  const printAlternatives = (alternatives: Alternative[]) => alternatives.map(printAlternative).join(" / ");
  const findSimilar = (all: Alternative[], one: Alternative) =>
    all.find((each) => each.size === one.size && [...each.keys()].every((id) => one.has(id)));
  const lost = before.filter((each) => !after.some((other) => coversCredentials(each, other)));
  for (const old of lost) {
    const similar = findSimilar(after, old);
    const rule = !old.size ? "added" : similar ? "scope-added" : "option-removed";
    const name = printAlternative(old);
    const details = { name, before: name || undefined, after: printAlternatives(similar ? [similar] : after) };
    report(spot, `security-${rule}`, spot.isWritten ? "breaking" : "may_break", details);
  }
  if (lost.some((old) => !old.size)) return;
  const areEqual = (one: Alternative, other: Alternative) =>
    coversCredentials(one, other) && coversCredentials(other, one);
  const isNew = (current: Alternative) => {
    const similar = findSimilar(before, current);
    return !before.some((other) => areEqual(other, current)) && !(similar && !coversCredentials(similar, current));
  };
  const added = after.filter(isNew);
  for (const current of added) {
    const similar = findSimilar(before, current);
    const rule = !current.size ? "removed" : similar ? "scope-removed" : "option-added";
    const name = printAlternative(current);
    const details = { name, before: printAlternatives(similar ? [similar] : before), after: name || undefined };
    report(spot, `security-${rule}`, "other", details);
  }
  // Callers that used a removed alternative can still call with the same credentials, but may get another answer.
  const isLeftOut = before.some((old) => !after.some((other) => areEqual(old, other)));
  if (isLeftOut && !lost.length && !added.length) {
    const [was, is] = [given[0] ?? spot.all.before.api.security, given[1] ?? spot.all.after.api.security];
    report(spot, "keyword-changed", "may_break", { name: "security", before: was, after: is });
  }
}

export function compareSchemes(top: Spot): void {
  const { before, after } = top.all;
  for (const [name, given] of pairProperties(listSchemes(before), listSchemes(after))) {
    const spot = appendPath(top, `securitySchemes.${name}`);
    const isKept = reportUnlessInBoth(spot, "scheme", given, ["other", "other"], { name });
    if (isKept) compareScheme(spot, name, resolveBoth(top.all, given));
  }
}

const schemeKeywords = ["type", "in", "name", "scheme"];

function compareScheme(spot: Spot, scheme: string, given: Two<JsonObject>): void {
  for (const name of schemeKeywords) {
    const [before, after] = given.map((each) => each[name]);
    if (before === after) continue;
    const details = { name, before, after };
    const isSame = name === "scheme" && toText(before).toLowerCase() === toText(after).toLowerCase();
    report(spot, isSame ? "notation-changed" : "scheme-changed", isSame ? "other" : "breaking", details);
  }
  compareRest(spot, given, [...schemeKeywords, "flows"]);
  for (const [name, flows] of pairProperties(given[0].flows, given[1].flows)) {
    const inside = appendPath(spot, `.${name}`);
    if (!reportUnlessInBoth(inside, "flow", flows, ["other", "breaking"], { name })) continue;
    const [was, is] = [asObject(flows[0]), asObject(flows[1])];
    compareRest(inside, [was, is], ["scopes"]);
    for (const [scope, [before, after]] of pairProperties(was.scopes, is.scopes)) {
      const details = { name: scope, before, after };
      const isKept = reportUnlessInBoth(inside, "scope", [before, after], ["other", "may_break"], details);
      if (isKept && before !== after) {
        report(inside, "words-changed", "other", { ...details, name: `${scheme}: ${scope}` });
      }
    }
  }
}

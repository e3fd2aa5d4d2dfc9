import { isEqual, type JsonObject } from "../../json.ts";
import { haveSameFormatVersion, isSwagger, resolveObject } from "./document.ts";
import {
  type ApiChange,
  type ApiDocument,
  type Comparison,
  type FindingTarget,
  type Level,
  levels,
  type PartReason,
  type Place,
  pairProperties,
  printValue,
  type RuleFinding,
  report,
  type Two,
} from "./model.ts";
import { getPair, type LinkedPair, markPairsToReport, type SchemaPairs } from "./pairs.ts";
import { isAnnotation } from "./schema-keywords.ts";
import { compareOpenPairs } from "./schema-pairs.ts";

type Root = { pair: LinkedPair; place: Place; levelMax?: Level };

/** Differences found so far between two documents. `today` is a date as YYYY-MM-DD. */
export type Collection = SchemaPairs & { roots: Root[]; changes: Map<string, ApiChange>; today: string };

export function createCollection(before: ApiDocument, after: ApiDocument, today: string): Collection {
  return { before, after, pairs: new Map(), open: [], isCut: false, roots: [], changes: new Map(), today };
}

/** A place in both documents. */
export type Spot = FindingTarget & { all: Collection; place: Place; levelMax?: Level };

export function createSpot(all: Collection, place: Place, isWritten = true, levelMax?: Level): Spot {
  const add = (finding: RuleFinding) =>
    addChange(all, place, { ...finding, level: limitLevel(finding.level, levelMax) });
  return { all, place, isWritten, levelMax, add };
}

export function appendPath({ all, place, isWritten, levelMax }: Spot, at: string): Spot {
  return createSpot(all, { ...place, path: place.path + at }, isWritten, levelMax);
}

/** OpenAPI 3 ignores headers that it describes elsewhere. Swagger 2 does not. */
export function limitIgnoredHeader(spot: Spot, ignored: RegExp, name: string): Spot {
  const isIgnored = ignored.test(name) && !isSwagger(spot.all.before) && !isSwagger(spot.all.after);
  return isIgnored ? createSpot(spot.all, spot.place, spot.isWritten, "other") : spot;
}

/** Maximum length of the names in a change: a document can have names of a megabyte at thousands of places. */
const nameMax = 500;

const cutName = (name: string) => (name.length > nameMax ? `${name.slice(0, nameMax).toWellFormed()}…` : name);

/** Keeps different paths different: a chain of thousands of schemas would make each of its paths as long. */
const shortenPath = (path: string) => (path.length > 2 * nameMax ? `${cutName(path)}${hashText(path)}` : path);

function addChange({ changes }: Collection, spot: Place, finding: RuleFinding): void {
  const { rule, level, at, before, after } = finding;
  const path = spot.path + at;
  const id = hashText([rule, spot.operation, spot.direction, path, finding.name].join("\n"));
  const known = changes.get(id);
  if (known && levels.indexOf(known.level) <= levels.indexOf(level)) return;
  const isQuoted = printValue(before) === printValue(after);
  const printed = { before: printValue(before, isQuoted), after: printValue(after, isQuoted) };
  const place = { ...spot, operation: spot.operation && cutName(spot.operation), path: cutName(path) };
  const name = cutName(finding.name);
  changes.set(id, { id, rule, level, place, name, ...printed });
}

/** Returns a short hash of 53 bits (cyrb53, public domain), which is not cryptographic. */
function hashText(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, "0");
}

export function addSchemaPair({ all, place, isWritten, levelMax }: Spot, given: Two, isText: boolean) {
  if (given[0] === undefined && given[1] === undefined) return;
  all.roots.push({ pair: getPair(all, given, { isWritten, isText }), place, levelMax });
}

export function resolveBoth({ before, after }: Collection, given: Two): Two<JsonObject> {
  return [resolveObject(before, given[0]), resolveObject(after, given[1])];
}

/** Properties of Swagger 2 that are compared in their OpenAPI 3 form, so only their notation can differ here. */
const swaggerKeywords = ["consumes", "produces", "bodyName", "collectionFormat", "rootSchemes"];

/** Compares the properties that no other rule covers. Setting a flag to false is the same as leaving it out. */
export function compareRest(spot: Spot, given: Two<JsonObject>, handled: string[], flags: string[] = []): void {
  for (const [name, [before, after]] of pairProperties(...given)) {
    if (handled.includes(name) || isEqual(before, after)) continue;
    const details = { name, before, after };
    const isFlag = flags.includes(name) && Boolean(before) === Boolean(after);
    if (isFlag || swaggerKeywords.includes(name)) {
      if (haveSameFormatVersion(spot.all)) report(spot, "notation-changed", "other", details);
    } else if (name === "deprecated") report(spot, after === true ? name : "deprecation-removed", "other");
    else if (name.startsWith("x-")) report(spot, "extension-changed", "other", details);
    else if (isAnnotation(name) || name === "tags") report(spot, "words-changed", "other", details);
    else report(spot, "keyword-changed", "may_break", details);
  }
}

/** Rules whose changes mean the same wherever a schema is used, so each change is reported only at the first place. */
const onceRules = new Set(["words-changed", "extension-changed", "notation-changed"]);
/** Maximum number of places at which any other change of a schema is reported. */
const placesMax = 20;

function limitLevel(level: Level, levelMax: Level = "breaking"): Level {
  return levels[Math.max(levels.indexOf(level), levels.indexOf(levelMax))] ?? level;
}

/** Reports each change of a schema at every place that uses the schema, with the shortest path to it. */
export function reportSchemaChanges(collection: Collection): void {
  compareOpenPairs(collection);
  // Limited roots come last, so that the others are not beyond the maximum of places.
  const toText = ({ place: { operation, direction, path }, levelMax }: Root) =>
    `${levelMax ? 1 : 0} ${operation} ${direction} ${path}`;
  const roots = collection.roots.splice(0).map((root) => ({ ...root, text: toText(root) }));
  roots.sort((one, other) => (one.text < other.text ? -1 : 1));
  const once = new Set<string>();
  roots.forEach((root, at) => {
    if (at % placesMax === 0) markPairsToReport(collection, placesMax);
    addChangesBelow(collection, root, once);
  });
}

function addChangesBelow(collection: Collection, { pair: root, place, levelMax }: Root, once: Set<string>): void {
  const open = [{ pair: root, path: place.path, isMuted: false }];
  // Walk these last: another path may lead to the same pair without muting its changes.
  const muted: typeof open = [];
  const [seen, seenMuted] = [new Set([root]), new Set<LinkedPair>()];
  const visit = ({ pair, path, isMuted }: (typeof open)[number]) => {
    if (!pair.isDirty || (isMuted && seen.has(pair))) return;
    if (!isMuted) pair.places++;
    for (const finding of pair.findings) {
      const key = `${pair.before.id} ${pair.after.id} ${finding.rule} ${finding.name}`;
      if (onceRules.has(finding.rule) && once.has(key)) continue;
      once.add(key);
      const level = isMuted ? "other" : limitLevel(finding.level, levelMax);
      addChange(collection, { ...place, path }, { ...finding, level });
    }
    for (const { to, at, isMuted: isHidden } of pair.edges) {
      const isNext = isMuted || isHidden;
      const known = isNext ? seenMuted : seen;
      if (seen.has(to) || known.has(to) || !to.isDirty) continue;
      known.add(to);
      (isNext ? muted : open).push({ pair: to, path: shortenPath(path + at), isMuted: isNext });
    }
  };
  for (const each of open) visit(each);
  for (const each of muted) visit(each);
}

const changesMax = 20_000;
const unresolvedMax = 10;

export function toComparison({ before, after, isCut, changes }: Collection, max = changesMax): Comparison {
  const toText = ({ level, place, rule, name, id }: ApiChange) =>
    [levels.indexOf(level), place.operation ?? "", place.path, rule, name, id].join("\n");
  const toPlace = ({ place }: ApiChange) => [place.operation, place.direction, place.path].join("\n");
  const isNotation = ({ rule }: ApiChange) => rule === "notation-changed";
  // Another change at the same place, such as a property that became read-only, explains why the notation differs.
  const explained = new Set([...changes.values()].filter((change) => !isNotation(change)).map(toPlace));
  const told = [...changes.values()].filter((change) => !isNotation(change) || !explained.has(toPlace(change)));
  const texts = told.map((change) => ({ change, text: toText(change) }));
  const sorted = texts.sort((one, other) => (one.text < other.text ? -1 : 1)).map(({ change }) => change);
  const unresolved = [...new Set([...before.unresolved, ...after.unresolved])].sort();
  const partial: [PartReason, boolean][] = [
    ["unresolved", unresolved.length > 0],
    ["deep", before.isTooDeep || after.isTooDeep],
    ["pairs", isCut],
    ["changes", sorted.length > max],
  ];
  return {
    level: sorted[0]?.level ?? "none",
    changes: sorted.slice(0, max),
    partial: partial.filter(([, isMet]) => isMet).map(([reason]) => reason),
    unresolved: unresolved.slice(0, unresolvedMax).map(cutName),
  };
}

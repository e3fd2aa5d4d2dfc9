import { asObject, type JsonObject } from "../../json.ts";
import { getFamily } from "./document.ts";
import {
  type ApiDocument,
  type Change,
  type Comparison,
  type Level,
  levels,
  type PartReason,
  type Place,
} from "./model.ts";
import { isWord } from "./schema-keywords.ts";
import { getPair, type LinkedPair, markDirty, type SchemaPairs, settlePairs } from "./schema-pairs.ts";
import { isEqual, listNames, printValue } from "./values.ts";

type Root = { pair: LinkedPair; place: Place; levelMax?: Level };

/** Differences found so far between two documents. */
export type Collection = {
  before: ApiDocument;
  after: ApiDocument;
  schemas: SchemaPairs;
  roots: Root[];
  changes: Map<string, Change>;
  /** Date of today, as YYYY-MM-DD. */
  today: string;
};

export function createCollection(before: ApiDocument, after: ApiDocument, today: string): Collection {
  const schemas = { before, after, pairs: new Map(), open: [], isCut: false };
  return { before, after, schemas, roots: [], changes: new Map(), today };
}

export type Details = { name?: string; before?: unknown; after?: unknown };

export function addChange(
  collection: Collection,
  place: Place,
  rule: string,
  level: Level,
  details: Details = {},
): void {
  const { name = "", before, after } = details;
  const id = hashText([rule, place.operation, place.direction, place.path, name].join("\n"));
  const known = collection.changes.get(id);
  if (known && levels.indexOf(known.level) <= levels.indexOf(level)) return;
  const change = { id, rule, level, place, name, before: printValue(before), after: printValue(after) };
  collection.changes.set(id, change);
}

/** A hash of 53 bits (cyrb53), which is public domain. Short, and no secret. */
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

type SchemaUse = { isWritten: boolean; isText: boolean; levelMax?: Level };

export function addSchemas(
  collection: Collection,
  place: Place,
  given: [before: unknown, after: unknown],
  use: SchemaUse,
) {
  const pair = getPair(collection.schemas, given[0], given[1], use);
  collection.roots.push({ pair, place, levelMax: use.levelMax });
}

type Known = { handled: readonly string[]; flags?: readonly string[] };

/** Properties of Swagger 2 whose meaning is compared elsewhere. */
const swaggerKeywords = ["consumes", "produces", "bodyName", "collectionFormat", "rootSchemes"];

/** Compares the properties that no other rule covers. A flag that is false is the same as none. */
export function compareRest(
  collection: Collection,
  place: Place,
  before: JsonObject,
  after: JsonObject,
  known: Known,
): void {
  for (const name of listNames(before, after)) {
    if (known.handled.includes(name) || isEqual(before[name], after[name])) continue;
    const details = { name, before: before[name], after: after[name] };
    const isFlag = known.flags?.includes(name) && Boolean(before[name]) === Boolean(after[name]);
    if (isFlag || swaggerKeywords.includes(name)) {
      if (haveOneFamily(collection)) addChange(collection, place, "notation-changed", "other", details);
    } else if (name === "deprecated") {
      addChange(collection, place, after[name] === true ? "deprecated" : "deprecation-removed", "other");
    } else if (name.startsWith("x-")) addChange(collection, place, "extension-changed", "other", details);
    else if (isWord(name) || name === "tags") addChange(collection, place, "words-changed", "other", details);
    else addChange(collection, place, "keyword-changed", "may_break", details);
  }
}

export function haveOneFamily({ before, after }: Collection): boolean {
  return getFamily(before) === getFamily(after);
}

/** Rules whose changes are the same wherever a schema is used, so they are reported only at the first place. */
const onceRules = new Set(["words-changed", "extension-changed", "notation-changed"]);
/** Maximum number of places at which any other change of a schema is reported. */
const placesMax = 20;

function toWeaker(level: Level, levelMax: Level = "breaking"): Level {
  return levels[Math.max(levels.indexOf(level), levels.indexOf(levelMax))] ?? level;
}

/** Reports the changes of schemas at each place that uses them, by the shortest path. */
export function placeSchemaChanges(collection: Collection): void {
  settlePairs(collection.schemas);
  const toText = ({ operation, direction, path }: Place) => `${operation} ${direction} ${path}`;
  const roots = collection.roots.splice(0).map((root) => ({ ...root, text: toText(root.place) }));
  roots.sort((one, other) => (one.text < other.text ? -1 : 1));
  const once = new Set<string>();
  roots.forEach((root, at) => {
    if (at % placesMax === 0) markDirty(collection.schemas, placesMax);
    placeBelow(collection, root, once);
  });
}

function placeBelow(collection: Collection, { pair: root, place, levelMax }: Root, once: Set<string>): void {
  const open = [{ pair: root, path: place.path, isMuted: false }];
  const seen = new Set([root]);
  for (const { pair, path, isMuted } of open) {
    if (!pair.isDirty) continue;
    if (!isMuted) pair.places++;
    for (const finding of pair.findings) {
      const key = `${pair.before.id} ${pair.after.id} ${finding.rule} ${finding.name}`;
      if (onceRules.has(finding.rule) && once.has(key)) continue;
      once.add(key);
      const level = isMuted ? "other" : toWeaker(finding.level, levelMax);
      addChange(collection, { ...place, path: path + finding.at }, finding.rule, level, finding);
    }
    for (const { to, at, isMuted: isHidden } of pair.edges) {
      if (seen.has(to) || !to.isDirty) continue;
      seen.add(to);
      open.push({ pair: to, path: path + at, isMuted: isMuted || isHidden });
    }
  }
}

const changesMax = 20_000;
const unresolvedMax = 10;

export function toComparison({ before, after, schemas, changes }: Collection): Comparison {
  const rank = ({ level }: Change) => levels.indexOf(level);
  const toText = ({ place, rule, name, id }: Change) => [place.operation ?? "", place.path, rule, name, id].join("\n");
  const texts = new Map([...changes.values()].map((change) => [change, toText(change)]));
  const sorted = [...changes.values()].sort(
    (one, other) => rank(one) - rank(other) || ((texts.get(one) ?? "") < (texts.get(other) ?? "") ? -1 : 1),
  );
  const unresolved = [...new Set([...before.unresolved, ...after.unresolved])].sort();
  const partial: [PartReason, boolean][] = [
    ["unresolved", unresolved.length > 0],
    ["deep", before.isTooDeep || after.isTooDeep],
    ["pairs", schemas.isCut],
    ["changes", sorted.length > changesMax],
  ];
  return {
    level: sorted[0]?.level ?? "none",
    changes: sorted.slice(0, changesMax),
    partial: partial.filter(([, isMet]) => isMet).map(([reason]) => reason),
    unresolved: unresolved.slice(0, unresolvedMax),
  };
}

export function listPairs(before: unknown, after: unknown): [name: string, before: unknown, after: unknown][] {
  const [old, current] = [new Map(Object.entries(asObject(before))), new Map(Object.entries(asObject(after)))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .sort()
    .map((name) => [name, old.get(name), current.get(name)]);
}

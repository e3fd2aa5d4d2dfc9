import { asObject } from "../../json.ts";
import { getFamily } from "./document.ts";
import { type ApiDocument, type InnerKeyword, innerKeywords, type SchemaNode } from "./model.ts";
import { anything, nothing, toNode } from "./schema-node.ts";
import { compareKeywords, compareNotation, narrowing, type Pair, report, reportPresence } from "./schema-rules.ts";
import { isBare, matchBranches, nameBranch } from "./unions.ts";
import { isEqual, isSameLeaf } from "./values.ts";

type Edge = { to: LinkedPair; at: string; isMuted: boolean };
/** `places`: number of places reported. `isDirty`: the pair leads to findings that must still be reported. */
export type LinkedPair = Pair & { edges: Edge[]; from: LinkedPair[]; isDirty: boolean; places: number };

/** Compares schemas pair by pair. Each pair is compared once, even if schemas contain themselves. */
export type SchemaPairs = {
  before: ApiDocument;
  after: ApiDocument;
  pairs: Map<number, LinkedPair>;
  open: LinkedPair[];
  isCut: boolean;
};

const pairsMax = 200_000;

type Mode = { isWritten: boolean; isText: boolean };

export function getPair(all: SchemaPairs, before: unknown, after: unknown, { isWritten, isText }: Mode): LinkedPair {
  const nodes = { before: toNode(all.before, before ?? anything), after: toNode(all.after, after ?? anything) };
  const key = (nodes.before.id * 2 ** 24 + nodes.after.id) * 4 + (isWritten ? 2 : 0) + (isText ? 1 : 0);
  const known = all.pairs.get(key);
  if (known) return known;
  const pair: LinkedPair = {
    ...nodes,
    isWritten,
    isText,
    findings: [],
    edges: [],
    from: [],
    isDirty: false,
    places: 0,
  };
  all.pairs.set(key, pair);
  if (all.pairs.size > pairsMax) all.isCut = true;
  else all.open.push(pair);
  return pair;
}

export function settlePairs(all: SchemaPairs): void {
  const hasOneNotation = getFamily(all.before) === getFamily(all.after);
  for (let pair = all.open.pop(); pair; pair = all.open.pop()) {
    comparePair(all, pair);
    if (hasOneNotation) compareNotation(pair);
  }
}

/** Marks every pair that leads to a finding that has been reported at fewer than `placesMax` places. */
export function markDirty({ pairs }: SchemaPairs, placesMax: number): void {
  const open: LinkedPair[] = [];
  for (const pair of pairs.values()) {
    pair.isDirty = false;
    if (pair.findings.length && pair.places < placesMax) open.push(pair);
  }
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if (pair.isDirty) continue;
    pair.isDirty = true;
    for (const from of pair.from) open.push(from);
  }
}

function link(
  all: SchemaPairs,
  from: LinkedPair,
  given: [before: unknown, after: unknown],
  at: string,
  options: Partial<Mode> = {},
) {
  if (given[0] !== undefined && isSameLeaf(...given)) return;
  const to = getPair(all, given[0], given[1], { isWritten: from.isWritten, isText: from.isText, ...options });
  const flag = to.isWritten ? "readOnly" : "writeOnly";
  from.edges.push({ to, at, isMuted: to.before.flags[flag] && to.after.flags[flag] });
  to.from.push(from);
}

function comparePair(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after } = pair;
  if (compareWrapped(all, pair)) return;
  compareKeywords(pair);
  // The contents of an object and of a list cannot be compared.
  if (before.types && after.types && !before.types.some((type) => after.types?.includes(type))) return;
  compareProperties(all, pair);
  compareItems(all, pair);
  for (const keyword of innerKeywords) compareInner(all, pair, keyword);
  for (const keyword of ["patternProperties", "dependentSchemas"] as const) {
    for (const name of new Set([...before.maps[keyword].keys(), ...after.maps[keyword].keys()])) {
      const [old, current] = [before.maps[keyword].get(name), after.maps[keyword].get(name)];
      const at = `(${keyword} ${name})`;
      if (old !== undefined && current !== undefined) link(all, pair, [old, current], at);
      else reportPresence(pair, "constraint", { name: keyword, at, before: old, after: current }, narrowing);
    }
  }
  compareUnions(all, pair);
}

export function writeName(name: string): string {
  return /^[\p{L}\p{N}_$@:-]+$/u.test(name) ? `.${name}` : `.${JSON.stringify(name)}`;
}

function isClosed(all: ApiDocument, node: SchemaNode): boolean {
  const { additionalProperties: extra, unevaluatedProperties: others } = node.inner;
  return [extra, others].some((schema) => schema !== undefined && isNothing(all, schema));
}

function isNothing(document: ApiDocument, schema: unknown): boolean {
  return schema === false || (schema !== true && toNode(document, schema).raw === nothing);
}

function compareProperties(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after } = pair;
  const [old, current] = [before.maps.properties, after.maps.properties];
  for (const name of new Set([...old.keys(), ...current.keys(), ...before.required, ...after.required])) {
    const at = writeName(name);
    const [was, is] = [before.required.has(name), after.required.has(name)];
    if (old.has(name) && current.has(name) && !isSameLeaf(old.get(name), current.get(name))) {
      link(all, pair, [old.get(name), current.get(name)], at);
      compareReadWrite(all, pair, name, [was, is]);
    }
    const flag = pair.isWritten ? "readOnly" : "writeOnly";
    const isHidden = (document: ApiDocument, schema: unknown) => toNode(document, schema ?? anything).flags[flag];
    if (!old.has(name) && current.has(name)) {
      const isMuted = isHidden(all.after, current.get(name));
      const isStrict = !pair.isWritten && isClosed(all.before, before);
      const level = isMuted ? "other" : is && pair.isWritten ? "breaking" : isStrict ? "may_break" : "other";
      report(pair, is ? "property-added-required" : "property-added-optional", "note", { name, at, level });
    } else if (old.has(name) && !current.has(name)) {
      const isStrict = pair.isWritten ? isClosed(all.after, after) : was;
      const level = isHidden(all.before, old.get(name)) ? "other" : isStrict ? "breaking" : "may_break";
      report(pair, "property-removed", "note", { name, at, level });
    } else if (was !== is) {
      const isMuted = isHidden(all.before, old.get(name)) && isHidden(all.after, current.get(name));
      const effect = isMuted ? "note" : is ? "narrow" : "wide";
      report(pair, is ? "property-required" : "property-optional", effect, { name, at });
    }
  }
}

function compareReadWrite(all: SchemaPairs, pair: LinkedPair, name: string, [was, is]: [boolean, boolean]): void {
  const before = toNode(all.before, pair.before.maps.properties.get(name));
  const after = toNode(all.after, pair.after.maps.properties.get(name));
  for (const flag of ["readOnly", "writeOnly"] as const) {
    if (before.flags[flag] === after.flags[flag]) continue;
    const isSet = after.flags[flag];
    const hides = flag === (pair.isWritten ? "readOnly" : "writeOnly");
    const hidden = pair.isWritten || !was ? "may_break" : "breaking";
    const shown = pair.isWritten && is ? "breaking" : "other";
    const rule = `${flag === "readOnly" ? "read-only" : "write-only"}-${isSet ? "added" : "removed"}`;
    report(pair, rule, "note", { name, at: writeName(name), level: !hides ? "other" : isSet ? hidden : shown });
  }
}

/** Compares item by item. After the listed items, `items` applies. */
function compareItems(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after } = pair;
  const length = Math.max(before.prefixItems.length, after.prefixItems.length);
  for (let at = 0; at < length; at++) {
    const [old, current] = [before, after].map((node) => node.prefixItems[at] ?? node.inner.items);
    const [had, has] = [at in before.prefixItems, at in after.prefixItems];
    if (had !== has) report(pair, has ? "item-added" : "item-removed", "note", { name: String(at), at: `[${at}]` });
    link(all, pair, [old, current], `[${at}]`);
  }
}

const labels: Partial<Record<InnerKeyword, string>> = { items: "[]", additionalProperties: ".*" };

function compareInner(all: SchemaPairs, pair: LinkedPair, keyword: InnerKeyword): void {
  const [old, current] = [pair.before.inner[keyword], pair.after.inner[keyword]];
  if (old === undefined && current === undefined) return;
  const at = labels[keyword] ?? `(${keyword})`;
  const details = { name: keyword, at: keyword === "not" || keyword === "if" ? at : "" };
  const isFree = (schema: unknown) =>
    schema === undefined || schema === true || (schema !== false && Object.keys(asObject(schema)).length === 0);
  const [wasFree, isNowFree] = [isFree(old), isFree(current)];
  const isOpenable = keyword === "additionalProperties" || keyword.startsWith("unevaluated") || keyword === "items";
  if (isOpenable) {
    const [wasClosed, isNowClosed] = [
      old !== undefined && isNothing(all.before, old),
      current !== undefined && isNothing(all.after, current),
    ];
    if (wasClosed !== isNowClosed) {
      const effect = isNowClosed ? "narrow" : keyword.endsWith("Properties") ? "soft" : "wide";
      report(pair, isNowClosed ? "closed" : "opened", effect, { ...details, before: old, after: current });
      return;
    }
    if (wasFree && isNowFree && old !== current) report(pair, "notation-changed", "note", { name: keyword });
    if (wasClosed || (wasFree && isNowFree)) return;
    link(all, pair, [old, current], at);
  } else if (old === undefined || current === undefined) {
    reportPresence(pair, "constraint", { ...details, before: old, after: current }, narrowing);
  } else if (keyword === "if") {
    const hasOneMeaning = matchBranches(all, [old], [current], true).length === 1;
    if (!hasOneMeaning) report(pair, "condition-changed", "unsure", { ...details, before: old, after: current });
    else if (!isEqual(old, current)) report(pair, "words-changed", "note", { name: keyword, at });
  } else link(all, pair, [old, current], at, keyword === "not" ? { isWritten: !pair.isWritten } : {});
}

/** If a schema became one branch of a union, or the reverse, compares it with the most similar branch. */
function compareWrapped(all: SchemaPairs, pair: LinkedPair): boolean {
  const { before, after } = pair;
  const isWrapped = !before.unions.length && after.unions.length === 1 && isBare(after) && !isBare(before);
  const isUnwrapped = !after.unions.length && before.unions.length === 1 && isBare(before) && !isBare(after);
  if (!isWrapped && !isUnwrapped) return false;
  const old = isWrapped ? [before.raw] : (before.unions[0]?.branches ?? []);
  const current = isUnwrapped ? [after.raw] : (after.unions[0]?.branches ?? []);
  linkBranches(all, pair, old, current, true);
  // A value that matches two branches of a oneOf is refused.
  const isStricter = isWrapped && pair.isWritten && after.unions[0]?.kind === "oneOf";
  if (isStricter) report(pair, "alternatives-added", "unsure", { name: "oneOf", after: current });
  const [was, is] = [before.nullable === "yes", after.nullable === "yes"];
  if (was !== is) report(pair, is ? "nullable-added" : "nullable-removed", is ? "wide" : "narrow");
  return true;
}

function compareUnions(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after } = pair;
  for (let at = 0; at < Math.max(before.unions.length, after.unions.length); at++) {
    const [old, current] = [before.unions[at], after.unions[at]];
    if (!old || !current) {
      const details = { name: (old ?? current)?.kind, before: old?.branches, after: current?.branches };
      reportPresence(pair, "alternatives", details, narrowing);
      continue;
    }
    if (old.kind !== current.kind) {
      report(pair, "alternatives-changed", "unsure", { before: old.kind, after: current.kind });
    }
    linkBranches(all, pair, old.branches, current.branches, false);
  }
}

function linkBranches(all: SchemaPairs, pair: LinkedPair, old: unknown[], current: unknown[], isWrap: boolean): void {
  const matches = matchBranches(all, old, current, false);
  for (const [before, after] of matches) {
    link(all, pair, [before, after], isWrap ? "" : `(${nameBranch(after)})`);
    compareImplied(pair, [nameBranch(before), nameBranch(after)]);
  }
  const add = (rule: string, schema: unknown, effect: "narrow" | "wide", at: number) =>
    report(pair, rule, effect, {
      name: nameBranch(schema, at),
      [rule === "branch-added" ? "after" : "before"]: schema,
    });
  old.forEach((each, at) => {
    if (!matches.some(([before]) => before === each)) add("branch-removed", each, "narrow", at);
  });
  current.forEach((each, at) => {
    if (!matches.some(([, after]) => after === each)) add("branch-added", each, "wide", at);
  });
}

/** Without a mapping, a discriminator has the names of the branches as values. */
function compareImplied(pair: LinkedPair, [before, after]: [string, string]): void {
  const { propertyName, mapping } = asObject(pair.after.keywords.get("discriminator"));
  const isImplied = typeof propertyName === "string" && !Object.keys(asObject(mapping)).length;
  if (before === after || !isImplied || !pair.before.keywords.has("discriminator")) return;
  report(pair, "discriminator-value-changed", "clash", { name: before, before, after });
}

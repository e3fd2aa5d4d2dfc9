import { asObject, isEqual, toCanonicalJson, toText } from "../../json.ts";
import { haveSameFormatVersion } from "./document.ts";
import {
  type ApiDocument,
  type Effect,
  isSameLeaf,
  narrowing,
  type RuleFinding,
  report,
  reportUnlessInBoth,
  type Two,
} from "./model.ts";
import { type InnerKeyword, innerKeywords, printNotation } from "./schema-keywords.ts";
import { anything, getInnerSchemas, nothing, type SchemaNode, toNode, type Union } from "./schema-node.ts";
import { compareKeywords, type Pair } from "./schema-rules.ts";
import { areEquivalent, getBranchName, matchBranches, statesOnlyUnions } from "./unions.ts";

export type LinkedPair = Pair & {
  findings: RuleFinding[];
  edges: { to: LinkedPair; at: string; isMuted: boolean }[];
  from: LinkedPair[];
  /** The pair leads to findings that must still be reported. */
  isDirty: boolean;
  /** Number of places at which the findings were reported. */
  places: number;
};

/** Pairs of schemas to compare. Each pair is compared once, even if schemas contain themselves. */
export type SchemaPairs = {
  before: ApiDocument;
  after: ApiDocument;
  pairs: Map<number, LinkedPair>;
  open: LinkedPair[];
  isCut: boolean;
};

const pairsMax = 200_000;

type Mode = { isWritten: boolean; isText: boolean; isForbidden?: boolean };

export function getPair(all: SchemaPairs, given: Two, mode: Mode): LinkedPair {
  const { isWritten, isText, isForbidden = false } = mode;
  const [before, after] = [toNode(all.before, given[0] ?? anything), toNode(all.after, given[1] ?? anything)];
  const key = (before.id * 2 ** 24 + after.id) * 8 + (isForbidden ? 4 : 0) + (isWritten ? 2 : 0) + (isText ? 1 : 0);
  const known = all.pairs.get(key);
  if (known) return known;
  const findings: RuleFinding[] = [];
  const add = (finding: RuleFinding) => findings.push(finding);
  const links = { findings, add, edges: [], from: [], isDirty: false, places: 0 };
  const pair: LinkedPair = { before, after, isWritten, isText, isForbidden, ...links };
  all.pairs.set(key, pair);
  if (all.pairs.size > pairsMax) all.isCut = true;
  else all.open.push(pair);
  return pair;
}

export function compareOpenPairs(all: SchemaPairs): void {
  const isSameFormat = haveSameFormatVersion(all);
  for (let pair = all.open.pop(); pair; pair = all.open.pop()) {
    comparePair(all, pair);
    if (!isSameFormat || pair.findings.length) continue;
    // A keyword may be written differently, or be added or removed without effect.
    const [before, after] = [printNotation(pair.before.parts), printNotation(pair.after.parts)];
    if (before !== after) report(pair, "notation-changed", "other");
  }
}

/** Marks every pair that leads to a finding that has been reported at fewer than `placesMax` places. */
export function markPairsToReport({ pairs }: SchemaPairs, placesMax: number): void {
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

const getHidingKeyword = (isWritten: boolean) => (isWritten ? "readOnly" : "writeOnly");

function linkPair(all: SchemaPairs, from: LinkedPair, given: Two, at: string, isNegated = false) {
  if (given[0] !== undefined && isSameLeaf(...given)) return;
  const isWritten = from.isWritten !== isNegated;
  const to = getPair(all, given, { isWritten, isText: from.isText, isForbidden: from.isForbidden !== isNegated });
  const hidden = getHidingKeyword(isWritten);
  from.edges.push({ to, at, isMuted: to.before.flags.has(hidden) && to.after.flags.has(hidden) });
  to.from.push(from);
}

function comparePair(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after } = pair;
  if (compareWithBranches(all, pair)) return;
  const areUnions = before.unions.length === 1 && after.unions.length === 1;
  const areOnlyUnions = areUnions && statesOnlyUnions(all.before, before) && statesOnlyUnions(all.after, after);
  const [branches, newBranches] = [before, after].map(({ unions }) => unions.flatMap((union) => union.branches));
  let matches: Two[] | undefined;
  const isRenamed = ([name, other]: Two<string>) => {
    matches ??= matchBranches(all, branches ?? [], newBranches ?? []);
    return matches.some(([old, current]) => getBranchName(old) === name && getBranchName(current) === other);
  };
  compareKeywords(pair, areOnlyUnions, (names) => names[0] === names[1] || isRenamed(names));
  // Schemas of different types, such as an object and a list, have no comparable contents.
  if (before.types && after.types && !before.types.some((type) => after.types?.includes(type))) return;
  compareProperties(all, pair);
  for (const keyword of innerKeywords) {
    const [olds, currents] = [getInnerSchemas(before, keyword), getInnerSchemas(after, keyword)];
    for (const name of new Set([...olds.keys(), ...currents.keys()])) {
      compareInnerSchemas(all, pair, [olds.get(name), currents.get(name)], { keyword, name });
    }
  }
  compareUnions(all, pair);
}

export function toPathSegment(name: string): string {
  return /^[\p{L}\p{N}_$@:-]+$/u.test(name) ? `.${name}` : `.${JSON.stringify(name)}`;
}

function forbidsOtherProperties(document: ApiDocument, node: SchemaNode): boolean {
  const keywords = ["additionalProperties", "unevaluatedProperties"] as const;
  return keywords.some((keyword) => matchesNothing(document, getInnerSchemas(node, keyword).get("")));
}

function matchesNothing(document: ApiDocument, schema: unknown): boolean {
  return schema === false || (schema !== true && schema !== undefined && toNode(document, schema).raw === nothing);
}

function compareProperties(all: SchemaPairs, pair: LinkedPair): void {
  const { before, after, isWritten } = pair;
  const [old, current] = [getInnerSchemas(before, "properties"), getInnerSchemas(after, "properties")];
  const hidden = getHidingKeyword(isWritten);
  for (const name of new Set([...old.keys(), ...current.keys(), ...before.required, ...after.required])) {
    const at = toPathSegment(name);
    const given: Two = [old.get(name), current.get(name)];
    const [was, is] = [before.required.has(name), after.required.has(name)];
    if (was === is && isSameLeaf(...given)) continue;
    const { flags } = toNode(all.before, given[0] ?? anything);
    const { flags: newFlags } = toNode(all.after, given[1] ?? anything);
    if (given[0] === undefined && given[1] !== undefined) {
      const isStrict = !isWritten && forbidsOtherProperties(all.before, before);
      const level = is && isWritten ? (was ? "may_break" : "breaking") : isStrict ? "may_break" : "other";
      const rule = `property-added-${is ? "required" : "optional"}`;
      report(pair, rule, newFlags.has(hidden) ? "other" : level, { name, at });
    } else if (given[0] !== undefined && given[1] === undefined) {
      const isStrict = isWritten ? forbidsOtherProperties(all.after, after) : was;
      const level = isStrict ? "breaking" : "may_break";
      report(pair, "property-removed", flags.has(hidden) ? "other" : level, { name, at });
    } else {
      const effect = flags.has(hidden) && newFlags.has(hidden) ? "other" : is ? "narrow" : "wide";
      if (was !== is) report(pair, `property-${is ? "required" : "optional"}`, effect, { name, at });
      if (given[0] !== undefined) linkPair(all, pair, given, at);
      for (const flag of ["readOnly", "writeOnly"]) {
        const isSet = newFlags.has(flag);
        if (flags.has(flag) === isSet) continue;
        const isLost = isSet ? !isWritten && was : isWritten && is;
        const level = flag !== hidden ? "other" : isLost ? "breaking" : isSet ? "may_break" : "other";
        report(pair, `${flag.replace("O", "-o")}-${isSet ? "added" : "removed"}`, level, { name, at });
      }
    }
  }
}

function matchesAnything(schema: unknown): boolean {
  return schema === undefined || schema === true || (schema !== false && !Object.keys(asObject(schema)).length);
}

type Inner = { keyword: InnerKeyword; name: string };

function compareInnerSchemas(all: SchemaPairs, pair: LinkedPair, given: Two, { keyword, name }: Inner): void {
  const [before, after] = given;
  if (keyword === "prefixItems") {
    const at = `[${name}]`;
    reportUnlessInBoth(pair, "item", given, ["other", "other"], { name, at });
    // The keyword `items` applies to all items after those of `prefixItems`.
    const rest = [pair.before, pair.after].map((node) => getInnerSchemas(node, "items").get(""));
    linkPair(all, pair, [before ?? rest[0], after ?? rest[1]], at);
    return;
  }
  const at =
    keyword === "items" ? "[]" : keyword === "additionalProperties" ? ".*" : `(${`${keyword} ${name}`.trim()})`;
  const details = { name: keyword, at: name || keyword === "not" || keyword === "if" ? at : "", before, after };
  if (keyword === "additionalProperties" || keyword.startsWith("unevaluated") || keyword === "items") {
    const [wasClosed, isNowClosed] = [matchesNothing(all.before, before), matchesNothing(all.after, after)];
    const areFree = matchesAnything(before) && matchesAnything(after);
    const areClosed = forbidsOtherProperties(all.before, pair.before) && forbidsOtherProperties(all.after, pair.after);
    const isNotation = wasClosed !== isNowClosed ? keyword.endsWith("Properties") && areClosed : areFree;
    if (isNotation) {
      if (!isEqual(before, after)) report(pair, "notation-changed", "other", { name: keyword });
    } else if (wasClosed !== isNowClosed) {
      const effect = isNowClosed ? "narrow" : keyword.endsWith("Properties") ? "soft" : "wide";
      report(pair, isNowClosed ? "closed" : "opened", effect, details);
    } else if (!wasClosed) linkPair(all, pair, given, at);
  } else if (!reportUnlessInBoth(pair, "constraint", given, narrowing, details)) return;
  else if (keyword !== "if") linkPair(all, pair, given, at, keyword === "not");
  else if (!areEquivalent(all, before, after)) report(pair, "condition-changed", "may_break", details);
  else if (!isEqual(before, after)) report(pair, "words-changed", "other", { name: keyword, at });
}

/** If a schema became one branch of a union, or the reverse, compares it with the most similar branch. */
function compareWithBranches(all: SchemaPairs, pair: LinkedPair): boolean {
  const { before, after } = pair;
  const isUnion = (document: ApiDocument, node: SchemaNode) =>
    node.unions.length === 1 && statesOnlyUnions(document, node);
  const isSingle = (document: ApiDocument, node: SchemaNode) =>
    !node.unions.length && !statesOnlyUnions(document, node);
  const isWrapped = isSingle(all.before, before) && isUnion(all.after, after);
  if (!isWrapped && !(isUnion(all.before, before) && isSingle(all.after, after))) return false;
  const [one, other] = [before, after].map(({ unions, merged }) => [...unions, ...merged][0]?.branches);
  const [old, current] = [one ?? [before.raw], other ?? [after.raw]];
  linkBranches(all, pair, [old, current], true);
  // A value may now match two branches of the oneOf, and is then invalid.
  const mayMatchTwice = (branch: unknown) => {
    const { types } = toNode(all.after, branch);
    return !types || !before.types || types.some((type) => before.types?.includes(type));
  };
  const isFirstUnion = isWrapped && !one && after.unions[0]?.kind === "oneOf";
  if (isFirstUnion && pair.isWritten && current.filter(mayMatchTwice).length > 1) {
    report(pair, "alternatives-added", "may_break", { name: "oneOf", after: current });
  }
  const isNullable = (document: ApiDocument, { nullable, unions }: SchemaNode) =>
    nullable === "yes" ||
    unions.some(({ branches }) => branches.some((branch) => toNode(document, branch).nullable === "yes"));
  const [was, is] = [isNullable(all.before, before), isNullable(all.after, after)];
  if (was !== is) report(pair, `nullable-${is ? "added" : "removed"}`, is ? "wide" : "narrow");
  return true;
}

function compareUnions(all: SchemaPairs, pair: LinkedPair): void {
  const count = Math.max(pair.before.unions.length, pair.after.unions.length);
  const listAllUnions = ({ unions, merged }: SchemaNode): Union[] => [...unions, ...merged];
  const [olds, currents] = [listAllUnions(pair.before), listAllUnions(pair.after)];
  for (let at = 0; at < count; at++) {
    const [old, current] = [olds[at], currents[at]];
    const details = { name: (old ?? current)?.kind ?? "", before: old?.branches, after: current?.branches };
    reportUnlessInBoth(pair, "alternatives", [old, current], narrowing, details);
    if (!old || !current) continue;
    if (old.kind !== current.kind) {
      report(pair, "alternatives-changed", "may_break", { before: old.kind, after: current.kind });
    }
    linkBranches(all, pair, [old.branches, current.branches], false);
  }
}

function linkBranches(all: SchemaPairs, pair: LinkedPair, [old, current]: Two<unknown[]>, isWrap: boolean): void {
  const matches = matchBranches(all, old, current);
  for (const [before, after] of matches) {
    linkPair(all, pair, [before, after], isWrap ? "" : `(${getBranchName(after)})`);
    compareImpliedDiscriminatorValue(all, pair, [before, after]);
  }
  const addMissing = (side: 0 | 1, branches: unknown[], rule: string, effect: Effect) => {
    for (const branch of branches) {
      if (matches.some((match) => match[side] === branch)) continue;
      const name = getBranchName(branch, toCanonicalJson(branch).slice(0, 60).toWellFormed());
      report(pair, rule, effect, { name, [side ? "after" : "before"]: branch });
    }
  };
  addMissing(0, old, "branch-removed", "narrow");
  addMissing(1, current, "branch-added", "wide");
}

/**
 * The value of a discriminator for a branch that no mapping names is the branch's name, so a new name breaks clients,
 * unless the branch states the value itself.
 */
function compareImpliedDiscriminatorValue(all: SchemaPairs, pair: LinkedPair, branches: Two): void {
  const { propertyName, mapping } = asObject(pair.after.keywords.get("discriminator"));
  const [before = "", after = ""] = branches.map((branch) => getBranchName(branch));
  const isMapped = Object.values(asObject(mapping)).some((target) => toText(target).replace(/^.*\//, "") === after);
  if (before === after || isMapped || typeof propertyName !== "string") return;
  if (!pair.before.keywords.has("discriminator")) return;
  const property = getInnerSchemas(toNode(all.before, branches[0]), "properties").get(propertyName);
  if (toNode(all.before, property).values) return;
  report(pair, "discriminator-value-changed", "breaking", { name: before, before, after });
}

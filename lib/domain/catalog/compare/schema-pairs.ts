import { asObject, isEqual, toCanonicalJson, toText } from "../../json.ts";
import { haveSameFormatVersion } from "./document.ts";
import { type ApiDocument, type Effect, isSameLeaf, narrowing, report, reportUnlessInBoth, type Two } from "./model.ts";
import { getHidingKeyword, type LinkedPair, linkPair, type SchemaPairs } from "./pairs.ts";
import {
  type ConditionKeyword,
  conditionKeywords,
  type InnerKeyword,
  innerKeywords,
  printNotation,
} from "./schema-keywords.ts";
import { anything, getInnerSchemas, nothing, type SchemaNode, toNode, type Union } from "./schema-node.ts";
import { compareKeywords } from "./schema-rules.ts";
import { areEquivalent, getBranchName, getSchemaNumberers, matchBranches, statesOnlyUnions } from "./unions.ts";

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
  const separate = (["if", "contains"] as const).filter((keyword) => compareConditions(all, pair, keyword));
  const compared = separate.flatMap((keyword): readonly string[] => conditionKeywords[keyword]);
  for (const keyword of innerKeywords.filter((each) => !compared.includes(each))) {
    const [olds, currents] = [getInnerSchemas(before, keyword), getInnerSchemas(after, keyword)];
    for (const name of new Set([...olds.keys(), ...currents.keys()])) {
      compareInnerSchemas(all, pair, [olds.get(name), currents.get(name)], { keyword, name });
    }
  }
  compareUnions(all, pair);
}

/**
 * Pairs the conditions of several parts of `allOf`: first those with an equal `if` or `contains`, then by their order.
 * @returns false if neither schema has several, so that they are compared as other keywords
 */
function compareConditions(all: SchemaPairs, pair: LinkedPair, keyword: ConditionKeyword): boolean {
  const [olds, currents] = [pair.before.conditions[keyword], pair.after.conditions[keyword]];
  if (Math.max(olds.length, currents.length) < 2) return false;
  const print = getSchemaNumberers(all);
  const free = Map.groupBy(currents, (current) => print.after(current[keyword]));
  const others = olds.filter((old) => {
    const equal = free.get(print.before(old[keyword]))?.shift();
    if (equal) linkPair(all, pair, [old, equal], "");
    return !equal;
  });
  const added = [...free.values()].flat();
  for (let at = 0; at < Math.max(others.length, added.length); at++) {
    const given: Two = [others[at], added[at]];
    const details = { name: keyword, before: given[0], after: given[1] };
    if (reportUnlessInBoth(pair, "constraint", given, narrowing, details)) linkPair(all, pair, given, "");
  }
  return true;
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
      // Until now, such a property had to match the schema of the other ones.
      const rest = getInnerSchemas(before, "additionalProperties").get("");
      if (!matchesAnything(rest) && !matchesNothing(all.before, rest)) linkPair(all, pair, [rest, given[1]], at);
    } else if (given[0] !== undefined && given[1] === undefined) {
      const isStrict = isWritten ? forbidsOtherProperties(all.after, after) : was;
      const level = isStrict ? "breaking" : "may_break";
      report(pair, "property-removed", flags.has(hidden) ? "other" : level, { name, at });
    } else {
      const effect = newFlags.has(hidden) && (is || flags.has(hidden)) ? "other" : is ? "narrow" : "wide";
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
  const olds = listAllUnions(pair.before);
  const currents = count > 1 ? orderLike(olds, listAllUnions(pair.after)) : listAllUnions(pair.after);
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

/** Moves unions that both schemas have to the same index, since parts of `allOf` can change their order. */
function orderLike(olds: Union[], currents: Union[]): (Union | undefined)[] {
  const print = ({ kind, branches }: Union) => toCanonicalJson([kind, branches]);
  const free = Map.groupBy(currents, print);
  const equal = olds.map((old) => free.get(print(old))?.shift());
  const others = currents.filter((current) => !equal.includes(current));
  return [...equal.map((current) => current ?? others.shift()), ...others];
}

function linkBranches(all: SchemaPairs, pair: LinkedPair, [old, current]: Two<unknown[]>, isWrap: boolean): void {
  const matches = matchBranches(all, old, current);
  for (const [before, after] of matches) {
    linkPair(all, pair, [before, after], isWrap ? "" : `(${getBranchName(after)})`);
    compareImpliedDiscriminatorValue(all, pair, [before, after]);
  }
  const isChoice =
    pair.isWritten &&
    !isWrap &&
    pair.after.unions.some(({ kind, branches }) => kind === "oneOf" && branches === current);
  const addMissing = (side: 0 | 1, branches: unknown[], rule: string, effect: Effect) => {
    const matched = new Set(matches.map((match) => match[side]));
    for (const branch of branches) {
      if (matched.has(branch)) continue;
      const name = getBranchName(branch, toCanonicalJson(branch).slice(0, 60).toWellFormed());
      const isOverlap = side === 1 && isChoice && mayMatchBoth(all, old, branch);
      report(pair, rule, isOverlap ? "may_break" : effect, { name, [side ? "after" : "before"]: branch });
    }
  };
  addMissing(0, old, "branch-removed", "narrow");
  addMissing(1, current, "branch-added", "wide");
}

/** Returns whether a value of an old branch may match the added one as well, so that a `oneOf` now refuses it. */
function mayMatchBoth(all: SchemaPairs, olds: unknown[], added: unknown): boolean {
  const node = toNode(all.after, added);
  const areApart = (one: unknown[] | null, other: unknown[] | null) =>
    one !== null && other !== null && !one.some((value) => other.some((each) => isEqual(value, each)));
  return olds.some((each) => {
    const old = toNode(all.before, each);
    const properties = getInnerSchemas(old, "properties");
    const haveOtherValues = [...getInnerSchemas(node, "properties")].some(([name, schema]) =>
      areApart(toNode(all.before, properties.get(name)).values, toNode(all.after, schema).values),
    );
    const shareType = !old.types || !node.types || node.types.some((type) => old.types?.includes(type));
    const hasRequired = [...node.required].every((name) => old.required.has(name));
    return shareType && hasRequired && !haveOtherValues && !areApart(old.values, node.values);
  });
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

import { asObject, isEqual, toCanonicalJson, toText } from "../../json.ts";
import {
  type Effect,
  type FindingTarget,
  narrowing,
  pairEntries,
  pairProperties,
  printValue,
  report,
  reportUnlessInBoth,
  type Two,
} from "./model.ts";
import { compareBounds, listTypes, type NumberBound, type SchemaNode } from "./schema-node.ts";
import { getBranchName } from "./unions.ts";

/** `isText`: the value is sent as text, as in a query: a number is then a string as well. */
export type Pair = FindingTarget & { before: SchemaNode; after: SchemaNode; isText: boolean };

/** Returns whether a branch, given by its name, was kept or renamed. */
type IsSameBranch = (names: Two<string>) => boolean;

/** `branchesHaveTypes`: the types are also stated in the branches of both schemas, which are compared separately. */
export function compareKeywords(pair: Pair, branchesHaveTypes: boolean, isSameBranch: IsSameBranch): void {
  if (!branchesHaveTypes) compareTypes(pair);
  compareNullable(pair);
  compareValues(pair);
  compareLimits(pair);
  const { before, after } = pair;
  if (before.flags.has("uniqueItems") !== after.flags.has("uniqueItems")) {
    const isUnique = after.flags.has("uniqueItems");
    report(pair, `unique-items-${isUnique ? "added" : "removed"}`, isUnique ? "narrow" : "wide");
  }
  if (before.flags.has("deprecated") !== after.flags.has("deprecated")) {
    report(pair, after.flags.has("deprecated") ? "deprecated" : "deprecation-removed", "other");
  }
  for (const name of new Set([...before.dependentRequired, ...after.dependentRequired])) {
    const given: Two = [
      before.dependentRequired.has(name) || undefined,
      after.dependentRequired.has(name) || undefined,
    ];
    reportUnlessInBoth(pair, "dependent-required", given, narrowing, { name });
  }
  compareOtherKeywords(pair, isSameBranch);
}

function isTypeAllowed(type: string, types: readonly string[] | null, isText: boolean): boolean {
  if (!types || types.includes(type) || (type === "integer" && types.includes("number"))) return true;
  return isText && types.includes("string") && !["object", "array"].includes(type);
}

function compareTypes(pair: Pair): void {
  const [before, after] = [listTypes(pair.before, pair.after), listTypes(pair.after, pair.before)];
  if (toCanonicalJson(before?.toSorted()) === toCanonicalJson(after?.toSorted())) return;
  const areAllowed = (types: readonly string[] | null, others: readonly string[] | null) =>
    types ? types.every((type) => isTypeAllowed(type, others, pair.isText)) : others === null;
  const [isWide, isNarrow] = [areAllowed(before, after), areAllowed(after, before)];
  const isImplied = !before && after?.length === 1 && after[0] === guessType(pair.before);
  const effect = isWide ? (isNarrow ? "other" : "wide") : isImplied ? "may_break" : isNarrow ? "narrow" : "breaking";
  report(pair, "type-changed", effect, { before: before?.join(" | ") ?? "any", after: after?.join(" | ") ?? "any" });
}

function guessType(node: SchemaNode): string | null {
  const { properties, additionalProperties, items, prefixItems } = node.inner;
  if (properties || additionalProperties || node.required.size) return "object";
  return items || prefixItems ? "array" : null;
}

function compareNullable(pair: Pair): void {
  const [before, after] = [pair.before.nullable, pair.after.nullable];
  const states = new Set([before, after]);
  if (states.size === 1 || (states.has("any") && !states.has("stated"))) return;
  if (states.has("stated")) {
    report(pair, "nullable-unclear", states.has("any") ? "other" : "may_break", { before, after });
  } else report(pair, `nullable-${after === "yes" ? "added" : "removed"}`, after === "yes" ? "wide" : "narrow");
}

function compareValues(pair: Pair): void {
  const [before, after] = [pair.before.values ?? undefined, pair.after.values ?? undefined];
  if (!before && !after) return;
  const areBoth = reportUnlessInBoth(pair, "enum", [before, after], narrowing, { before, after });
  if (areBoth && before && after) compareListedValues(pair, [before, after], "soft");
}

function compareListedValues(pair: Pair, [before, after]: Two<unknown[]>, effectOfAdded: Effect): void {
  const isMissingFrom = (values: unknown[]) => {
    const texts = new Set(values.map(toCanonicalJson));
    return (value: unknown) => !texts.has(toCanonicalJson(value));
  };
  const [removed, added] = [before.filter(isMissingFrom(after)), after.filter(isMissingFrom(before))];
  if (effectOfAdded === "soft" && removed.length === 1 && added.length === 1 && before.length === 1) {
    report(pair, "const-changed", "breaking", { before: removed[0], after: added[0] });
    return;
  }
  const bare = new Set(
    [...before, ...after].filter((value) => typeof value !== "string").map((value) => printValue(value)),
  );
  const toName = (value: unknown) => printValue(value, bare.has(printValue(value))) ?? "";
  for (const value of removed) report(pair, "enum-value-removed", "narrow", { name: toName(value), before: value });
  for (const value of added) report(pair, "enum-value-added", effectOfAdded, { name: toName(value), after: value });
}

const signs = new Map([
  ["minimum", ">"],
  ["maximum", "<"],
]);
const counts = ["Length", "Items", "Properties", "Contains"].flatMap((what) => [`min${what}`, `max${what}`]);

function compareLimits(pair: Pair): void {
  for (const name of [...signs.keys(), ...counts]) {
    const getBound = ({ limits, keywords }: SchemaNode): NumberBound | undefined => {
      const at = keywords.get(name);
      return typeof at === "number" ? { at, isOpen: false } : limits.get(name);
    };
    const [before, after] = [getBound(pair.before), getBound(pair.after)];
    const tightness = compareBounds(name, after, before);
    if (!tightness) continue;
    const sign = signs.get(name);
    const formatBound = (bound: NumberBound | undefined) =>
      bound && (sign ? `${sign}${bound.isOpen ? "" : "="} ${bound.at}` : bound.at);
    const isStricter = tightness > 0;
    const details = { name, before: formatBound(before), after: formatBound(after) };
    report(pair, `limit-${isStricter ? "tightened" : "relaxed"}`, isStricter ? "narrow" : "wide", details);
  }
}

type Judge = (values: Two, pair: Pair) => Effect;

/** Rules for keywords whose value is compared as a whole. */
const rules = new Map<string, [rule: string, judge: Judge]>([
  ["format", ["format-changed", judgeFormat]],
  ["pattern", ["pattern-changed", () => "may_break"]],
  ["multipleOf", ["multiple-of-changed", judgeMultiple]],
  ["default", ["default-changed", (_, { isWritten }) => (isWritten ? "may_break" : "other")]],
  ["contentEncoding", ["content-encoding-changed", judgeEncoding]],
  ["contentMediaType", ["content-encoding-changed", judgeEncoding]],
]);

function compareOtherKeywords(pair: Pair, isSameBranch: IsSameBranch): void {
  for (const [name, given] of pairEntries(pair.before.keywords, pair.after.keywords)) {
    const [before, after] = given;
    const isNumber = given.every((value) => value === undefined || typeof value === "number");
    if (isEqual(before, after) || (counts.includes(name) && isNumber)) continue;
    if (name === "discriminator") compareDiscriminators(pair, given, isSameBranch);
    else if (name === "xml" && !pair.isText) report(pair, "notation-changed", "other", { name });
    else if (name !== "pattern" || reportUnlessInBoth(pair, name, given, narrowing, { name, before, after })) {
      const [rule, judge] = rules.get(name) ?? ["keyword-changed", () => "may_break"];
      report(pair, rule, judge(given, pair), { name: rule === "format-changed" ? "" : name, before, after });
    }
  }
  for (const [name, [before, after]] of pairEntries(pair.before.words, pair.after.words)) {
    const rule = name.startsWith("x-") ? "extension-changed" : "words-changed";
    if (name === "x-extensible-enum" && Array.isArray(before) && Array.isArray(after)) {
      compareListedValues(pair, [before, after], "other");
    } else if (!isEqual(before, after)) report(pair, rule, "other", { name, before, after });
  }
}

const wider = new Map([
  ["int8", ["int16", "int32", "int64"]],
  ["int16", ["int32", "int64"]],
  ["int32", ["int64", "float", "double", "decimal"]],
  ["int64", ["double", "decimal"]],
  ["float", ["double"]],
]);
/** Formats that only describe how a value is shown or typed in. */
const hints = [undefined, "password", "textarea", "multiline", "markdown", "html"];

function judgeFormat([before, after]: Two): Effect {
  const isHint = (value: unknown) => hints.includes(value as string);
  const canWidenTo = (from: unknown, to: unknown) => wider.get(toText(from))?.includes(toText(to));
  if (isHint(before) && isHint(after)) return "other";
  return canWidenTo(after, before) ? "narrow" : canWidenTo(before, after) ? "wide" : judgeEncoding([before, after]);
}

function judgeEncoding([before, after]: Two): Effect {
  return before === undefined ? "narrow" : after === undefined ? "wide" : "breaking";
}

function judgeMultiple(given: Two, pair: Pair): Effect {
  const areIntegers = [pair.before, pair.after].every(({ types }) => String(types) === "integer");
  const [before, after] = given.map((value) => value ?? (areIntegers ? 1 : undefined));
  if (typeof before !== "number" || typeof after !== "number") {
    return before === undefined ? "narrow" : after === undefined ? "wide" : "may_break";
  }
  if (before === after) return "other";
  const divides = (small: number, large: number) => Math.abs(large / small - Math.round(large / small)) < 1e-9;
  return divides(after, before) ? "wide" : divides(before, after) ? "narrow" : "breaking";
}

function compareDiscriminators(pair: Pair, given: Two, isSameBranch: IsSameBranch): void {
  const [{ propertyName: before, mapping: oldMap, ...oldRest }, { propertyName: after, mapping, ...rest }] = [
    asObject(given[0]),
    asObject(given[1]),
  ];
  if (!reportUnlessInBoth(pair, "discriminator", given, ["may_break", "may_break"], { before, after })) return;
  if (before !== after) report(pair, "discriminator-changed", "breaking", { before, after });
  // A branch that no mapping names has its own name as the discriminator's value.
  const findImplied = ({ unions }: SchemaNode, name: string) =>
    unions.some(({ branches }) => branches.some((branch) => getBranchName(branch) === name)) ? name : undefined;
  for (const [name, [was, is]] of pairProperties(oldMap, mapping)) {
    const from = was ?? findImplied(pair.before, name);
    const to = is ?? findImplied(pair.after, name);
    const shorten = (target: unknown) => toText(target).replace(/^.*\//, "");
    if (from !== undefined && to !== undefined && isSameBranch([shorten(from), shorten(to)])) {
      if (was !== is) report(pair, "notation-changed", "other", { name });
      continue;
    }
    const effect = from === undefined ? "soft" : to === undefined ? "narrow" : "may_break";
    report(pair, "discriminator-value-changed", effect, { name, before: from, after: to });
  }
  if (!isEqual(oldRest, rest)) {
    report(pair, "keyword-changed", "may_break", { name: "discriminator", before: given[0], after: given[1] });
  }
}

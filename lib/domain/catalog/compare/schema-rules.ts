import { asObject } from "../../json.ts";
import type { Level, SchemaNode } from "./model.ts";
import { printNotation } from "./schema-keywords.ts";
import { compareBounds } from "./schema-node.ts";
import { isEqual, printValue, toCanonical, toText } from "./values.ts";

/**
 * Effect of a change on the values that a schema allows. `clash`: other values. `soft`: more values, but well-written
 * clients cope. `unsure`: cannot be decided. `note`: the same values.
 */
export type Effect = "narrow" | "wide" | "clash" | "soft" | "unsure" | "note";

/** A change inside a schema. `at` is added to the path of the schema. */
export type Finding = { rule: string; level: Level; name: string; at: string; before: unknown; after: unknown };

export type Pair = {
  before: SchemaNode;
  after: SchemaNode;
  /** Clients write these values, so a schema that allows fewer breaks them. Otherwise, clients read them. */
  isWritten: boolean;
  /** The value is sent as text, as in a query: a number is then a string as well. */
  isText: boolean;
  findings: Finding[];
};

export function judge(effect: Effect, isWritten: boolean): Level {
  if (effect === "clash" || effect === (isWritten ? "narrow" : "wide")) return "breaking";
  return effect === "unsure" || (effect === "soft" && !isWritten) ? "may_break" : "other";
}

type Details = { name?: string; at?: string; before?: unknown; after?: unknown; level?: Level };

export function report(pair: Pair, rule: string, effect: Effect, details: Details = {}): void {
  const { name = "", at = "", before, after, level = judge(effect, pair.isWritten) } = details;
  pair.findings.push({ rule, level, name, at, before, after });
}

/** Reports the rule that ends in `-added` or in `-removed`. */
export function reportPresence(
  pair: Pair,
  rule: string,
  details: Details,
  effects: { added: Effect; removed: Effect },
) {
  const isAdded = details.before === undefined;
  report(pair, `${rule}-${isAdded ? "added" : "removed"}`, isAdded ? effects.added : effects.removed, details);
}

export const narrowing = { added: "narrow", removed: "wide" } as const;

export function compareKeywords(pair: Pair): void {
  compareTypes(pair);
  compareNullable(pair);
  compareValues(pair);
  compareLimits(pair);
  compareFlags(pair);
  compareDependentRequired(pair);
  compareOthers(pair);
}

function isCovered(type: string, types: readonly string[] | null, isText: boolean): boolean {
  if (!types || types.includes(type) || (type === "integer" && types.includes("number"))) return true;
  return isText && types.includes("string") && !["object", "array"].includes(type);
}

function compareTypes(pair: Pair): void {
  const { before, after, isText } = pair;
  const given = { before: before.types?.join(" | ") ?? "any", after: after.types?.join(" | ") ?? "any" };
  if (toCanonical(before.types?.toSorted()) === toCanonical(after.types?.toSorted())) return;
  const isKept = (types: readonly string[] | null, others: readonly string[] | null) =>
    types ? types.every((type) => isCovered(type, others, isText)) : others === null;
  const isWide = isKept(before.types, after.types);
  const isNarrow = isKept(after.types, before.types);
  const implied = !before.types && after.types?.length === 1 && after.types[0] === guessType(before);
  const effect = isWide && isNarrow ? "note" : isWide ? "wide" : implied ? "unsure" : isNarrow ? "narrow" : "clash";
  report(pair, "type-changed", effect, given);
}

/** Guesses the type of a schema without a type from its keywords. */
function guessType({ maps, required, inner, prefixItems }: SchemaNode): string | null {
  if (maps.properties.size || required.size || inner.additionalProperties !== undefined) return "object";
  return inner.items !== undefined || prefixItems.length ? "array" : null;
}

function compareNullable(pair: Pair): void {
  const { nullable: before } = pair.before;
  const { nullable: after } = pair.after;
  if (before === after || (before === "any" && after !== "stated") || (after === "any" && before !== "stated")) return;
  if (before === "stated" || after === "stated") {
    const isSilent = before === "any" || after === "any";
    report(pair, "nullable-unclear", isSilent ? "note" : "unsure", { before, after });
  } else report(pair, after === "yes" ? "nullable-added" : "nullable-removed", after === "yes" ? "wide" : "narrow");
}

function compareValues(pair: Pair): void {
  const { values: before } = pair.before;
  const { values: after } = pair.after;
  if (!before || !after) {
    if (before || after) {
      const details = { before: before ?? undefined, after: after ?? undefined };
      reportPresence(pair, "enum", details, narrowing);
    }
    return;
  }
  const [old, current] = [new Set(before.map(toCanonical)), new Set(after.map(toCanonical))];
  const removed = before.filter((value) => !current.has(toCanonical(value)));
  const added = after.filter((value) => !old.has(toCanonical(value)));
  if (removed.length === 1 && added.length === 1 && before.length === 1) {
    report(pair, "const-changed", "clash", { before: removed[0], after: added[0] });
    return;
  }
  for (const value of removed) report(pair, "enum-value-removed", "narrow", { name: toName(value), before: value });
  for (const value of added) report(pair, "enum-value-added", "soft", { name: toName(value), after: value });
}

const toName = (value: unknown) => printValue(value) ?? "";

const lowerLimits = ["minLength", "minItems", "minProperties", "minContains"];
const upperLimits = ["maxLength", "maxItems", "maxProperties", "maxContains"];

function compareLimits(pair: Pair): void {
  const { before, after } = pair;
  const show = (node: SchemaNode, side: "lower" | "upper", sign: string) => {
    const bound = node[side];
    return bound ? `${sign}${bound.isOpen ? "" : "="} ${bound.at}` : undefined;
  };
  reportLimit(
    pair,
    "minimum",
    compareBounds(after.lower, before.lower, 1),
    show(before, "lower", ">"),
    show(after, "lower", ">"),
  );
  reportLimit(
    pair,
    "maximum",
    compareBounds(after.upper, before.upper, -1),
    show(before, "upper", "<"),
    show(after, "upper", "<"),
  );
  for (const name of [...lowerLimits, ...upperLimits]) {
    const [old, current] = [before.keywords.get(name), after.keywords.get(name)];
    const sign = lowerLimits.includes(name) ? 1 : -1;
    const toBound = (value: unknown) => (typeof value === "number" ? { at: value, isOpen: false } : null);
    reportLimit(pair, name, compareBounds(toBound(current), toBound(old), sign), old, current);
  }
}

function reportLimit(pair: Pair, name: string, tightness: number, before: unknown, after: unknown): void {
  if (!tightness) return;
  report(pair, tightness > 0 ? "limit-tightened" : "limit-relaxed", tightness > 0 ? "narrow" : "wide", {
    name,
    before,
    after,
  });
}

function compareFlags(pair: Pair): void {
  const { before, after } = pair;
  const differs = (flag: keyof SchemaNode["flags"]) => before.flags[flag] !== after.flags[flag];
  if (differs("uniqueItems")) {
    const isUnique = after.flags.uniqueItems;
    report(pair, isUnique ? "unique-items-added" : "unique-items-removed", isUnique ? "narrow" : "wide");
  }
  if (differs("deprecated")) report(pair, after.flags.deprecated ? "deprecated" : "deprecation-removed", "note");
}

function compareDependentRequired(pair: Pair): void {
  const { before, after } = pair;
  for (const name of new Set([...before.dependentRequired.keys(), ...after.dependentRequired.keys()])) {
    const [old, current] = [before, after].map((node) => node.dependentRequired.get(name) ?? new Set<string>());
    const added = [...(current ?? [])].filter((each) => !old?.has(each));
    const removed = [...(old ?? [])].filter((each) => !current?.has(each));
    for (const each of added) report(pair, "dependent-required-added", "narrow", { name: `${name} → ${each}` });
    for (const each of removed) report(pair, "dependent-required-removed", "wide", { name: `${name} → ${each}` });
  }
}

const limits = new Set([...lowerLimits, ...upperLimits]);
const contentKeywords = ["contentEncoding", "contentMediaType"];

function compareOthers(pair: Pair): void {
  const { before, after } = pair;
  for (const name of new Set([...before.keywords.keys(), ...after.keywords.keys()])) {
    const details = { name, before: before.keywords.get(name), after: after.keywords.get(name) };
    const isNumber = [details.before, details.after].every((value) => value === undefined || typeof value === "number");
    if (isEqual(details.before, details.after) || (limits.has(name) && isNumber)) continue;
    const isChanged = details.before !== undefined && details.after !== undefined;
    if (name === "format") compareFormat(pair, details);
    else if (name === "pattern" && isChanged) report(pair, "pattern-changed", comparePatterns(details), details);
    else if (name === "pattern") reportPresence(pair, "pattern", details, narrowing);
    else if (name === "multipleOf") report(pair, "multiple-of-changed", compareMultiples(details), details);
    else if (name === "default") report(pair, "default-changed", pair.isWritten ? "unsure" : "note", details);
    else if (contentKeywords.includes(name)) report(pair, "content-encoding-changed", "clash", details);
    else if (name === "discriminator") compareDiscriminators(pair, details.before, details.after);
    else report(pair, "keyword-changed", "unsure", details);
  }
  for (const name of new Set([...before.words.keys(), ...after.words.keys()])) {
    const details = { name, before: before.words.get(name), after: after.words.get(name) };
    if (isEqual(details.before, details.after)) continue;
    report(pair, name.startsWith("x-") ? "extension-changed" : "words-changed", "note", details);
  }
}

type Values = { before: unknown; after: unknown };

const wider = new Map([
  ["int8", ["int16", "int32", "int64"]],
  ["int16", ["int32", "int64"]],
  ["int32", ["int64", "float", "double", "decimal"]],
  ["int64", ["double", "decimal"]],
  ["float", ["double"]],
]);
/** Formats that only describe how a value is shown or typed in. */
const hints = ["password", "textarea", "multiline", "markdown", "html"];

function compareFormat(pair: Pair, { before, after }: Values): void {
  const isHint = (value: unknown) => value === undefined || hints.includes(toText(value));
  const reaches = (from: unknown, to: unknown) => wider.get(toText(from))?.includes(toText(to));
  const isNarrow = before === undefined || reaches(after, before);
  const isWide = after === undefined || reaches(before, after);
  const effect = isHint(before) && isHint(after) ? "note" : isNarrow ? "narrow" : isWide ? "wide" : "clash";
  report(pair, "format-changed", effect, { before, after });
}

const allPatterns = ["", ".*", "^.*$", "^", "$", ".", "[\\s\\S]*", "^[\\s\\S]*$"];

function comparePatterns({ after }: Values): Effect {
  return allPatterns.includes(toText(after)) && after !== "." ? "wide" : "unsure";
}

function compareMultiples({ before, after }: Values): Effect {
  if (typeof before !== "number" || typeof after !== "number") {
    return before === undefined ? "narrow" : after === undefined ? "wide" : "unsure";
  }
  const divides = (small: number, large: number) => Math.abs(large / small - Math.round(large / small)) < 1e-9;
  return divides(after, before) ? "wide" : divides(before, after) ? "narrow" : "clash";
}

function compareDiscriminators(pair: Pair, before: unknown, after: unknown): void {
  if (before === undefined || after === undefined) {
    const details = { before: asObject(before).propertyName, after: asObject(after).propertyName };
    report(pair, before === undefined ? "discriminator-added" : "discriminator-removed", "unsure", details);
    return;
  }
  const [{ propertyName: oldName, mapping: oldMap, ...oldRest }, { propertyName, mapping, ...rest }] = [
    asObject(before),
    asObject(after),
  ];
  if (oldName !== propertyName) {
    report(pair, "discriminator-changed", "clash", { before: oldName, after: propertyName });
  }
  const [old, current] = [new Map(Object.entries(asObject(oldMap))), new Map(Object.entries(asObject(mapping)))];
  for (const name of new Set([...old.keys(), ...current.keys()])) {
    const [from, to] = [old.get(name), current.get(name)];
    const shorten = (target: unknown) => toText(target).replace(/^.*\//, "");
    if (from !== undefined && to !== undefined && shorten(from) === shorten(to)) continue;
    const effect = from === undefined ? "soft" : to === undefined ? "narrow" : "unsure";
    report(pair, "discriminator-value-changed", effect, { name, before: from, after: to });
  }
  if (toCanonical(oldRest) !== toCanonical(rest))
    report(pair, "keyword-changed", "unsure", { name: "discriminator", before, after });
}

/** Reports a keyword that is written differently, or that was added or removed without effect. */
export function compareNotation(pair: Pair): void {
  if (pair.findings.length || printNotation(pair.before.parts) === printNotation(pair.after.parts)) return;
  report(pair, "notation-changed", "note");
}

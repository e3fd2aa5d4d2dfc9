import { asObject, isEqual, isJsonObject, type JsonObject } from "../../json.ts";
import { printJson } from "../reference/bounds.ts";
import type { SchemaNode } from "./schema-node.ts";

export const levels = ["breaking", "may_break", "other"] as const;
export type Level = (typeof levels)[number];

/**
 * Effect of a change: its level, or how it changes the allowed values. In the second case, the level depends on whether
 * clients write or read the values. `soft`: more values are allowed, but well-written clients can handle them.
 */
export type Effect = Level | "narrow" | "wide" | "soft";

export type Direction = "request" | "response";

/** `path` names the part of the operation, such as `body.address.zip` or `200.body.items[].id`. */
export type Place = { operation: string | null; direction: Direction | null; path: string };

export type ApiChange = {
  /** Derived from rule, place and `name`, so the same change between other versions has the same id. */
  id: string;
  rule: string;
  level: Level;
  place: Place;
  /** The keyword, value or scheme that changed at the place. May be empty. */
  name: string;
  before: string | null;
  after: string | null;
};

/** `at` is a path within the compared schema or place. */
export type RuleFinding = { rule: string; level: Level; name: string; at: string; before?: unknown; after?: unknown };

/**
 * Collects findings. `isWritten` is true if clients write these values, false if they read them. `isForbidden`: these are
 * the values of a `not`, so the reverse.
 */
export type FindingTarget = { isWritten: boolean; isForbidden?: boolean; add: (finding: RuleFinding) => void };

export type Details = Partial<Omit<RuleFinding, "rule" | "level">>;

/** Fewer values break clients that write them, more values break clients that read them. */
export function report(
  { isWritten, isForbidden, add }: FindingTarget,
  rule: string,
  effect: Effect,
  details: Details = {},
): void {
  const isValues = effect === "narrow" || effect === "wide" || effect === "soft";
  const broken = effect === "soft" && !isForbidden ? "may_break" : "breaking";
  const level = !isValues ? effect : isWritten === (effect === "narrow") ? broken : "other";
  add({ rule, level, name: "", at: "", ...details });
}

type Effects = [added: Effect, removed: Effect];
export const narrowing: Effects = ["narrow", "wide"];

/**
 * If only one document has the value, reports this under the rule's name with the suffix `-added` or `-removed`.
 * @returns true if both have it
 */
export function reportUnlessInBoth(
  target: FindingTarget,
  rule: string,
  [old, current]: Two,
  effects: Effects,
  details?: Details,
) {
  if (old !== undefined && current !== undefined) return true;
  const isAdded = old === undefined;
  report(target, `${rule}-${isAdded ? "added" : "removed"}`, effects[isAdded ? 0 : 1], details);
  return false;
}

export type Two<Each = unknown> = [before: Each, after: Each];

/** Reason why documents were compared only in part. */
export type PartReason = "unresolved" | "deep" | "pairs" | "changes";

export type Comparison = {
  level: Level | "none";
  changes: ApiChange[];
  /** Empty when everything was compared. */
  partial: PartReason[];
  /** At most ten references that have no target or lead to another document. */
  unresolved: string[];
};

/** One of the two documents: `spec` as written, `api` in the shape of OpenAPI 3. */
export type ApiDocument = {
  spec: JsonObject;
  api: JsonObject;
  format: string;
  /** Targets of the references that were followed. */
  reached: Set<unknown>;
  unresolved: Set<string>;
  isTooDeep: boolean;
  nodes: WeakMap<object, SchemaNode>;
  nodeCount: number;
  anchors: Map<string, unknown> | null;
};

/** Recognizes equal schemas without references or inner schemas, so that most schemas need no full comparison. */
export function isSameLeaf(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  if ("$ref" in one || "$dynamicRef" in one) return false;
  const isLeaf = (value: unknown) => [value].flat().every((each) => typeof each !== "object");
  return Object.values(one).every(isLeaf) && isEqual(one, other);
}

const printedMax = 200;

/** `isQuoted` tells a string from a number that looks like it. A string that nobody could see is quoted as well. */
export function printValue(value: unknown, isQuoted = false): string | null {
  if (value === undefined) return null;
  const isPlain = typeof value === "string" && value.trim() !== "" && !isQuoted;
  const { text, isCut } = isPlain ? { text: value, isCut: value.length > printedMax } : printJson(value, printedMax);
  const shown = isPlain ? text.slice(0, printedMax).toWellFormed() : text.replace(/\s+/g, " ");
  return isCut ? `${shown}…` : shown;
}

/** Pairs the properties of two objects by name, sorted by name. */
export function pairProperties(before: unknown, after: unknown) {
  return pairEntries(new Map(Object.entries(asObject(before))), new Map(Object.entries(asObject(after))));
}

export function pairEntries(old: Map<string, unknown>, current: Map<string, unknown>): [name: string, given: Two][] {
  const names = new Set([...old.keys(), ...current.keys()]);
  return [...names].sort().map((name) => [name, [old.get(name), current.get(name)]]);
}

import type { JsonObject } from "../../json.ts";

export const levels = ["breaking", "may_break", "other"] as const;
export type Level = (typeof levels)[number];

export type Direction = "request" | "response";

/** `path` names the part of the operation, such as `body.address.zip` or `200.body.items[].id`. */
export type Place = { operation: string | null; direction: Direction | null; path: string };

export type Change = {
  /** Derived from rule, place and `name`, so the same change between other versions has the same id. */
  id: string;
  rule: string;
  level: Level;
  place: Place;
  /** What changed at the place: a keyword, a value, a scheme. May be empty. */
  name: string;
  before: string | null;
  after: string | null;
};

/** Why documents were compared in part only. */
export type PartReason = "unresolved" | "deep" | "pairs" | "changes";

export type Comparison = {
  level: Level | "none";
  changes: Change[];
  /** Empty when everything was compared. */
  partial: PartReason[];
  /** References that lead nowhere or out of the document, at most ten. */
  unresolved: string[];
};

export type Bound = { at: number; isOpen: boolean };

export const mapKeywords = ["properties", "patternProperties", "dependentSchemas"] as const;
export const innerKeywords = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
] as const;
export type InnerKeyword = (typeof innerKeywords)[number];
export const flagKeywords = ["uniqueItems", "readOnly", "writeOnly", "deprecated"] as const;

export type Union = { kind: "oneOf" | "anyOf"; branches: unknown[] };

/** A schema with its references and `allOf` merged. Schemas inside are as written. */
export type SchemaNode = {
  id: number;
  raw: unknown;
  /** Without null; null for any type. */
  types: readonly string[] | null;
  /** `stated`: the schema allows null, but another keyword forbids it. `any`: the schema does not mention null. */
  nullable: "any" | "no" | "stated" | "yes";
  /** Values of enum and const, without null. */
  values: unknown[] | null;
  lower: Bound | null;
  upper: Bound | null;
  required: Set<string>;
  dependentRequired: Map<string, Set<string>>;
  maps: Record<(typeof mapKeywords)[number], Map<string, unknown>>;
  inner: Partial<Record<InnerKeyword, unknown>>;
  prefixItems: unknown[];
  unions: Union[];
  flags: Record<(typeof flagKeywords)[number], boolean>;
  /** Keywords without a field of their own here. */
  keywords: Map<string, unknown>;
  words: Map<string, unknown>;
  /** The schemas that were merged. */
  parts: JsonObject[];
};

/** One of the two documents: `spec` as written, `api` in the shape of OpenAPI 3. */
export type ApiDocument = {
  spec: JsonObject;
  api: JsonObject;
  format: string;
  /** Objects to which a reference leads. */
  reached: Set<unknown>;
  unresolved: Set<string>;
  isTooDeep: boolean;
  nodes: WeakMap<object, SchemaNode>;
  nodeCount: number;
  anchors: Map<string, unknown> | null;
};

import { getOrCreate } from "../../../i18n/get-or-create.ts";
import { asObject, toCanonicalJson } from "../../json.ts";
import type { Documents } from "./document.ts";
import type { ApiDocument, Two } from "./model.ts";
import { getInnerSchemas, listTypes, type SchemaNode, toNode } from "./schema-node.ts";

/**
 * Returns whether a schema states nothing beside its unions, except types that the branches of a union state or narrow.
 */
export function statesOnlyUnions(document: ApiDocument, node: SchemaNode): boolean {
  const { types, values, limits, required, dependentRequired, inner, keywords, unions } = node;
  const names = [...keywords.keys()].filter((name) => name !== "discriminator" && name !== "default");
  const effective = [...limits, ...required, ...dependentRequired, ...Object.keys(inner), ...names];
  const isStated = (branch: unknown) => toNode(document, branch).types?.every((type) => types?.includes(type));
  return !values && !effective.length && (!types || unions.some(({ branches }) => branches.every(isStated)));
}

export function getBranchName(schema: unknown, unnamed = "1"): string {
  const { $ref, title, type } = asObject(schema);
  const named = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : title;
  if (typeof named === "string" && named) return named;
  return typeof type === "string" ? type : unnamed;
}

/** Both functions give the same number to equal schemas. */
export function getSchemaNumberers(documents: Documents): Numberers {
  return getOrCreate(allNumberers, documents, () => createSchemaNumberers(documents));
}

export function areEquivalent(documents: Documents, old: unknown, current: unknown): boolean {
  const print = getSchemaNumberers(documents);
  return print.before(old) === print.after(current);
}

/** Maximum number of branches of each union that are paired by their likeness. */
const branchesMax = 200;

/**
 * Pairs the branches of two unions: first equal ones, then those with the same name, then the most similar, and at last
 * the only two that are left if they have no names.
 */
export function matchBranches(documents: Documents, old: unknown[], current: unknown[]): Two[] {
  const print = getSchemaNumberers(documents);
  const matches = new Map<unknown, unknown>();
  const taken = new Set<unknown>();
  const match = (before: unknown, after: unknown) => {
    matches.set(before, after);
    taken.add(after);
  };
  const listRest = () =>
    [old.filter((each) => !matches.has(each)), current.filter((each) => !taken.has(each))] as const;
  const matchEqual = (toKey: (branch: unknown, toNumber: (schema: unknown) => number) => unknown) => {
    const [befores, afters] = listRest();
    const byKey = Map.groupBy(afters, (after) => toKey(after, print.after));
    for (const before of befores) {
      const key = toKey(before, print.before);
      const after = key === undefined ? undefined : byKey.get(key)?.shift();
      if (after !== undefined) match(before, after);
    }
  };
  const toName = (branch: unknown) => (isNamed(branch) ? /.*\D.*/s.exec(getBranchName(branch))?.[0] : undefined);
  matchEqual((branch, toNumber) => toName(branch) && `${toNumber(branch)} ${toName(branch)}`);
  matchEqual((branch, toNumber) => toNumber(branch));
  matchEqual(toName);
  const [befores, afters] = listRest().map((rest) => rest.slice(0, branchesMax));
  const pairs = (befores ?? []).flatMap((before) =>
    (afters ?? []).map((after) => ({ before, after, score: rateLikeness(documents, before, after, print) })),
  );
  for (const { before, after, score } of pairs.sort((one, other) => other.score - one.score)) {
    const areLast = old.length - matches.size === 1 && current.length - taken.size === 1;
    if (score && (score >= 1 || areLast) && !matches.has(before) && !taken.has(after)) match(before, after);
  }
  return [...matches];
}

function isNamed(schema: unknown): boolean {
  const { $ref, title } = asObject(schema);
  return typeof $ref === "string" || typeof title === "string";
}

type Numberers = Record<"before" | "after", (schema: unknown) => number>;

function rateLikeness(documents: Documents, before: unknown, after: unknown, print: Numberers): number {
  const [one, other] = [toNode(documents.before, before), toNode(documents.after, after)];
  if (listTypes(one, other)?.join() !== listTypes(other, one)?.join()) return 0;
  const [old, current] = [getInnerSchemas(one, "properties"), getInnerSchemas(other, "properties")];
  const names = [...old.keys()].filter((name) => current.has(name));
  const total = Math.max(old.size, current.size);
  if (!total) return one.types || one.values ? 1 : 0;
  const others = names.filter((name) => print.before(old.get(name)) !== print.after(current.get(name)));
  const isConst = (document: ApiDocument, schema: unknown) => toNode(document, schema).values?.length === 1;
  const isOther = others.some(
    (name) => isConst(documents.before, old.get(name)) && isConst(documents.after, current.get(name)),
  );
  if (isOther) return 0;
  if (names.length * 2 < total) return isNamed(before) || isNamed(after) ? 0 : 0.5;
  return 1 + (2 * names.length - others.length) / total;
}

const allNumberers = new WeakMap<Documents, Numberers>();

/** A text holds the numbers of inner schemas, so that it stays short. */
function createSchemaNumberers({ before, after }: Documents): Numberers {
  const numbers = new Map<string, number>();
  const toNumber = (text: string) => getOrCreate(numbers, text, () => numbers.size);
  return { before: createSchemaNumberer(before, toNumber), after: createSchemaNumberer(after, toNumber) };
}

const printDepth = 4;

/** Gives equal schemas one number. Compares four levels, without documentation, names of references and notation. */
function createSchemaNumberer(document: ApiDocument, toNumber: (text: string) => number): (schema: unknown) => number {
  const known = new Map<string, number>();
  const numberSchema = (schema: unknown, depth: number): number => {
    const node = toNode(document, schema);
    const printInner = (inner: unknown) => (depth < printDepth ? numberSchema(inner, depth + 1) : -1);
    return getOrCreate(known, `${node.id} ${depth}`, () => toNumber(printNode(node, printInner)));
  };
  return (schema) => numberSchema(schema, 0);
}

function printNode(node: SchemaNode, print: (schema: unknown) => number): string {
  const { types, nullable, values, limits, required, inner, unions, flags, keywords } = node;
  const compared = [...keywords].filter(([name]) => name !== "discriminator");
  return toCanonicalJson([
    types?.toSorted(),
    nullable,
    values?.map(toCanonicalJson).sort(),
    Object.fromEntries(limits),
    [...required].sort(),
    [...flags],
    Object.fromEntries(compared),
    Object.entries(inner)
      .map(([keyword, map]) => [keyword, ...[...map].map(([name, schema]) => [name, print(schema)]).sort()])
      .sort(),
    unions.map(({ kind, branches }) => [kind, branches.map(print).sort()]),
  ]);
}

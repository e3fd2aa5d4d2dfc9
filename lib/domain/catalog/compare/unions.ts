import { asObject } from "../../json.ts";
import type { ApiDocument, Two } from "./model.ts";
import { getInner, type SchemaNode, toNode } from "./schema-node.ts";
import { toCanonical } from "./values.ts";

/** Whether a schema says nothing beside its union. */
export function isBare({ types, values, limits, required, dependentRequired, inner, keywords }: SchemaNode): boolean {
  const names = [...keywords.keys()].filter((name) => name !== "discriminator" && name !== "default");
  const said = [...limits, ...required, ...dependentRequired, ...Object.keys(inner), ...names];
  return !types && !values && !said.length;
}

export function nameBranch(schema: unknown, at = 0): string {
  const { $ref, title, type } = asObject(schema);
  const named = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : title;
  if (typeof named === "string" && named) return named;
  return typeof type === "string" ? type : String(at + 1);
}

type Documents = { before: ApiDocument; after: ApiDocument };

/** Pairs the branches of two unions: first equal ones, then those with the same name, then the most similar. */
export function matchBranches(documents: Documents, old: unknown[], current: unknown[], onlyEqual: boolean) {
  const pairs: Two[] = [];
  const left = { before: old.slice(0, branchesMax), after: current.slice(0, branchesMax) };
  const take = (isMatch: (before: unknown, after: unknown) => boolean) => {
    for (const before of [...left.before]) {
      const after = left.after.find((each) => isMatch(before, each));
      if (after === undefined) continue;
      pairs.push([before, after]);
      left.before = left.before.filter((each) => each !== before);
      left.after = left.after.filter((each) => each !== after);
    }
  };
  const print = { before: printer(documents.before), after: printer(documents.after) };
  const haveOneName = (before: unknown, after: unknown) =>
    /\D/.test(nameBranch(before)) && nameBranch(before) === nameBranch(after) && isNamed(before) && isNamed(after);
  take((before, after) => haveOneName(before, after) && print.before(before) === print.after(after));
  take((before, after) => print.before(before) === print.after(after));
  if (onlyEqual) return pairs;
  take(haveOneName);
  const alike = left.before.flatMap((before) =>
    left.after.map((after) => ({ before, after, score: compareLikeness(documents, before, after, print) })),
  );
  const ranked = alike.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  for (const { before, after } of ranked) {
    if (left.before.includes(before) && left.after.includes(after))
      take((one, other) => one === before && other === after);
  }
  return pairs;
}

const branchesMax = 200;

function isNamed(schema: unknown): boolean {
  const { $ref, title } = asObject(schema);
  return typeof $ref === "string" || typeof title === "string";
}

type Printers = Record<"before" | "after", (schema: unknown) => string>;

function compareLikeness(documents: Documents, before: unknown, after: unknown, print: Printers): number {
  const [one, other] = [toNode(documents.before, before), toNode(documents.after, after)];
  if (toCanonical(one.types) !== toCanonical(other.types)) return 0;
  const [old, current] = [getInner(one, "properties"), getInner(other, "properties")];
  const names = [...old.keys()].filter((name) => current.has(name));
  const total = Math.max(old.size, current.size);
  if (!total) return one.types || one.values ? 1 : 0;
  const equal = names.filter((name) => print.before(old.get(name)) === print.after(current.get(name)));
  const isOther = names.some((name) => {
    const [first, second] = [toNode(documents.before, old.get(name)), toNode(documents.after, current.get(name))];
    return first.values?.length === 1 && second.values?.length === 1 && !equal.includes(name);
  });
  return isOther || names.length * 2 < total ? 0 : 1 + (names.length + equal.length) / total;
}

const printDepth = 4;

/** Prints a schema to a depth of four, without documentation, names of references and notation. */
function printer(document: ApiDocument): (schema: unknown) => string {
  const known = new Map<string, string>();
  const print = (schema: unknown, depth: number): string => {
    const node = toNode(document, schema);
    const key = `${node.id} ${depth}`;
    const text = known.get(key) ?? printNode(node, (inner) => (depth < printDepth ? print(inner, depth + 1) : "…"));
    known.set(key, text);
    return text;
  };
  return (schema) => print(schema, 0);
}

function printNode(node: SchemaNode, print: (schema: unknown) => string): string {
  const { types, nullable, values, limits, required, inner, unions, flags, keywords } = node;
  const compared = [...keywords].filter(([name]) => name !== "discriminator");
  return toCanonical([
    types?.toSorted(),
    nullable,
    values?.map(toCanonical).sort(),
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

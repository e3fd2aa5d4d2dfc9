import { type ApiDocument, isSameLeaf, type RuleFinding, type Two } from "./model.ts";
import { anything, toNode } from "./schema-node.ts";
import type { Pair } from "./schema-rules.ts";

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

export const getHidingKeyword = (isWritten: boolean) => (isWritten ? "readOnly" : "writeOnly");

export function linkPair(all: SchemaPairs, from: LinkedPair, given: Two, at: string, isNegated = false) {
  if (given[0] !== undefined && isSameLeaf(...given)) return;
  const isWritten = from.isWritten !== isNegated;
  const to = getPair(all, given, { isWritten, isText: from.isText, isForbidden: from.isForbidden !== isNegated });
  const hidden = getHidingKeyword(isWritten);
  from.edges.push({ to, at, isMuted: to.before.flags.has(hidden) && to.after.flags.has(hidden) });
  to.from.push(from);
}

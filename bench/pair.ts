// Two servers under the same load, alternating round by round.
import type { LoadRequest } from "autocannon";
import type { App } from "../scripts/processes.ts";
import { type Measure, measure } from "./measure.ts";
import { printRatio, printTable, type Target, toRow } from "./print-table.ts";

const warmUpSeconds = 3;

export type Pair<Value> = { ours: Value; other: Value };
export type PairLoad = { postgresPid: number; requests: LoadRequest[]; rounds: number; seconds: number };

export async function measurePair(
  servers: Pair<App>,
  { postgresPid, requests, rounds, seconds }: PairLoad,
): Promise<Pair<Measure[]>> {
  const measures: Pair<Measure[]> = { ours: [], other: [] };
  const one = (name: keyof Pair<unknown>, length: number) => measure(servers[name], postgresPid, requests, length);
  for (const name of ["other", "ours"] as const) await one(name, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? (["ours", "other"] as const) : (["other", "ours"] as const);
    for (const name of order) measures[name].push(await one(name, seconds));
  }
  return measures;
}

/** The medians of both, and their ratios round by round. */
export function reportPair(heading: string, names: Pair<string>, measures: Pair<Measure[]>, target?: Target): void {
  printTable(`${heading} (medians of ${measures.ours.length} rounds)`, [
    toRow(names.other, measures.other),
    toRow(names.ours, measures.ours),
  ]);
  for (const [what, key] of [
    ["CPU per request", "cpu"],
    ["Postgres CPU per request", "postgresCpu"],
    ["p50", "p50"],
  ] as const) {
    printRatio({ what: `${what}, ${names.ours} / ${names.other}`, key, ...measures, target });
  }
}

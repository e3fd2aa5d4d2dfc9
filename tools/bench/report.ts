// Prints tables of the measured servers, and whether they meet the targets.
import type { Failures, Measure } from "./measure.ts";
import { median, printTable, summarizeRounds } from "./print-table.ts";
import type { Result } from "./rounds.ts";
import type { Target } from "./workloads.ts";

const clientLoadMax = 0.9;

type Row = Record<string, string | number>;
type Key = Exclude<keyof Measure, "failures">;

/** Prints each load's results, and the ratios of `ours` to `base`. @returns true if every request succeeded */
export function printReport(results: Result[], ours: string, base: string): boolean {
  for (const result of results) printLoadResults(result, base);
  const ratios = results.map((result) => toRatios(result, ours, base));
  printTable(`Ratios of ${ours} to ${base}: median (lowest to highest round), target`, ratios);
  if (results.some((result) => isGeneratorBottleneck(result, base))) {
    console.log(
      `  *: the load generator was the bottleneck: ${base} may handle more, and the real ratio may be lower.`,
    );
  }
  return results.every(({ measures }) => hasNoFailures(Object.values(measures).flat(2)));
}

function printLoadResults({ workload, measures }: Result, base: string): void {
  printTable(
    `${workload.name} (connections: ${workload.connections}; medians of each process, in brackets the ratio to ${base})`,
    Object.entries(measures).flatMap(([server, processes]) =>
      processes.map((rounds, at) => ({
        server: `${server} ${at + 1}`,
        ...formatCells(rounds, server === base ? undefined : measures[base]?.[at]),
      })),
    ),
  );
}

function formatCells(rounds: Measure[], base: Measure[] | undefined): Row {
  const find = (key: Key, all = rounds) => median(all.map((round) => round[key]));
  const withRatio = (key: Key, digits: number) => {
    const value = find(key).toFixed(digits);
    const ratio = base && find(key) / toDivisor(find(key, base));
    return ratio === undefined || Number.isNaN(ratio) ? value : `${value} (${ratio.toFixed(2)})`;
  };
  return {
    "req/s": withRatio("requestsPerSecond", 0),
    "CPU ms/req": withRatio("cpu", 3),
    "Postgres ms/req": withRatio("postgresCpu", 3),
    "RSS MB": Math.round(find("residentBytes") / 1e6),
    "p50 ms": find("p50").toFixed(2),
    "p99 ms": find("p99").toFixed(2),
    "client %": Math.round(find("clientLoad") * 100),
    errors: formatFailures(rounds),
  };
}

function isGeneratorBottleneck({ measures }: Result, base: string): boolean {
  return median((measures[base] ?? []).flat().map(({ clientLoad }) => clientLoad)) > clientLoadMax;
}

function toRatios(result: Result, ours: string, base: string): Row {
  const { workload, measures } = result;
  const ourRounds = measures[ours]?.flat() ?? [];
  const baseRounds = measures[base]?.flat() ?? [];
  const compare = (key: Key) =>
    summarizeRounds(ourRounds.map((round, at) => round[key] / toDivisor(baseRounds[at]?.[key] ?? Number.NaN)));
  const judge = hasNoFailures([...ourRounds, ...baseRounds]) ? workload.target : undefined;
  const rate = compare("requestsPerSecond");
  const cpu = compare("cpu");
  return {
    workload: workload.name + (isGeneratorBottleneck(result, base) ? " *" : ""),
    "req/s": formatRange(rate, judge && { text: `≥ ${judge.rateRatioMin}`, isMet: rate.median >= judge.rateRatioMin }),
    CPU: formatRange(cpu, judge && { text: `≤ ${judge.cpuRatioMax}`, isMet: cpu.median <= judge.cpuRatioMax }),
    Postgres: formatPostgresCpu(
      compare("postgresCpu"),
      summarizeRounds(ourRounds.map((round) => round.postgresCpu)),
      judge,
    ),
  };
}

type RoundSummary = ReturnType<typeof summarizeRounds>;

/** Formats Postgres's CPU time as a ratio or, if the compared server does not use Postgres, in ms per request. */
function formatPostgresCpu(ratio: RoundSummary, own: RoundSummary, target: Target | undefined): string {
  const max = target?.postgresMax;
  if (!max) return formatRange(ratio, undefined);
  if ("ratio" in max) return formatRange(ratio, { text: `≤ ${max.ratio}`, isMet: ratio.median <= max.ratio });
  return formatRange(own, { text: `≤ ${max.milliseconds} ms`, isMet: own.median <= max.milliseconds }, 3);
}

function formatRange(all: RoundSummary, target: { text: string; isMet: boolean } | undefined, digits = 2): string {
  if (Number.isNaN(all.median)) return "–";
  const [middle, min, max] = [all.median, all.min, all.max].map((value) => value.toFixed(digits));
  const value = `${middle} (${min}–${max})`;
  return target ? `${value} ${target.text}: ${target.isMet ? "met" : "MISSED"}` : value;
}

/** Replaces a value near zero with NaN, because a ratio to it is meaningless. */
function toDivisor(value: number): number {
  return value < 0.0005 ? Number.NaN : value;
}

function hasNoFailures(rounds: Measure[]): boolean {
  return rounds.every(({ failures }) => Object.keys(failures).length === 0);
}

/** Formats failures by kind, for example "2 × 503", or "0" if there is none. */
function formatFailures(rounds: Measure[]): string {
  const sums: Failures = {};
  for (const { failures } of rounds) {
    for (const [kind, count] of Object.entries(failures)) sums[kind] = (sums[kind] ?? 0) + count;
  }
  return (
    Object.entries(sums)
      .map(([kind, count]) => `${count} × ${kind}`)
      .join(", ") || "0"
  );
}

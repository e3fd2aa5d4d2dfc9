// Prints tables of the measured servers, and whether they meet the targets.
import type { Failures, Measure } from "./measure.ts";
import { median, printTable } from "./print-table.ts";
import type { Result } from "./rounds.ts";
import type { Target } from "./workloads.ts";

type Row = Record<string, string | number>;
type Key = Exclude<keyof Measure, "failures">;

/** Prints each load's results, and the ratios of the app to the server `base`. @returns true if no request failed */
export function printReport(results: Result[], base: string): boolean {
  for (const { workload, measures } of results) {
    const rows = Object.entries(measures).map(([server, rounds]) => ({ server, ...formatMedians(rounds) }));
    printTable(`${workload.name} (connections: ${workload.connections}; medians of all rounds)`, rows);
  }
  console.log(
    "\n  client: the load generator's share of a core. From 90 % on, a server may handle more than measured.",
  );
  const ratios = results.map(({ workload: { name, target }, measures }) => ({
    workload: name,
    ...toRatios(measures.app ?? [], measures[base] ?? [], target),
  }));
  printTable(`Ratios of the app to the ${base}: median (lowest to highest round), target`, ratios);
  return results.every(({ measures }) => hasNoFailures(Object.values(measures).flat()));
}

function formatMedians(rounds: Measure[]): Row {
  const getMedian = (key: Key) => median(rounds.map((round) => round[key]));
  return {
    "req/s": getMedian("requestsPerSecond").toFixed(0),
    "CPU ms/req": getMedian("cpu").toFixed(3),
    "Postgres ms/req": getMedian("postgresCpu").toFixed(3),
    "RSS MB": Math.round(getMedian("residentBytes") / 1e6),
    "p50 ms": getMedian("p50").toFixed(2),
    "p99 ms": getMedian("p99").toFixed(2),
    "client %": Math.round(getMedian("clientLoad") * 100),
    errors: formatFailures(rounds),
  };
}

/** Divides round by round. Shows Postgres's milliseconds per request, not a ratio, if the target limits these. */
function toRatios(ours: Measure[], base: Measure[], target?: Target): Row {
  const listRatios = (key: Key) => ours.map((round, at) => round[key] / toDivisor(base[at]?.[key] ?? Number.NaN));
  const judge = hasNoFailures([...ours, ...base]) ? target : undefined;
  const milliseconds = judge?.postgresMillisecondsMax;
  return {
    "req/s": formatRange(listRatios("requestsPerSecond"), { min: judge?.rateRatioMin }),
    CPU: formatRange(listRatios("cpu"), { max: judge?.cpuRatioMax }),
    Postgres:
      milliseconds === undefined
        ? formatRange(listRatios("postgresCpu"), { max: judge?.postgresRatioMax })
        : formatRange(
            ours.map(({ postgresCpu }) => postgresCpu),
            { max: milliseconds, digits: 3 },
          ),
  };
}

type Bounds = { min?: number | undefined; max?: number | undefined; digits?: number };

function formatRange(values: number[], { min, max, digits = 2 }: Bounds): string {
  const middle = median(values);
  if (Number.isNaN(middle)) return "–";
  const [text, lowest, highest] = [middle, Math.min(...values), Math.max(...values)].map((each) =>
    each.toFixed(digits),
  );
  const range = `${text} (${lowest}–${highest})`;
  if (min !== undefined) return `${range} ≥ ${min}: ${middle >= min ? "met" : "MISSED"}`;
  return max === undefined ? range : `${range} ≤ ${max}: ${middle <= max ? "met" : "MISSED"}`;
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
  const parts = Object.entries(sums).map(([kind, count]) => `${count} × ${kind}`);
  return parts.join(", ") || "0";
}

// Measures the time of every case of the desk, and prints a row for each.
import { printTable, quantile } from "../print-table.ts";
import type { Case } from "./cases.ts";
import { randomFrom } from "./random.ts";

const warmUps = 3;

/** Target for the 95th percentile of a case's times, in milliseconds. */
const target = 50;

type Timing = {
  heading: string;
  cases: Record<string, Case>;
  leadCount: number;
  /** Number of measured requests per case, after three warm-ups. */
  passes: number;
  /** Makes one request. @returns its milliseconds @throws Error if it fails */
  ask: (params: Record<string, string>, name: string) => Promise<number>;
};

/** Runs all passes of a case before those of the next one. @returns true if every request succeeded */
export async function timeCases({ heading, cases, leadCount, passes, ask }: Timing): Promise<boolean> {
  const all: { name: string; times: number[] }[] = [];
  for (const [name, makeParams] of Object.entries(cases)) {
    const draw = randomFrom(11);
    const times: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      try {
        const milliseconds = await ask(makeParams(draw, leadCount), name);
        if (pass >= 0) times.push(milliseconds);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    all.push({ name, times: times.sort((a, b) => a - b) });
  }
  printTable(
    heading,
    all.map(({ name, times }) => toRow(name, times)),
  );
  return all.every(({ times }) => times.length === passes);
}

function toRow(name: string, sorted: number[]): Record<string, string | number> {
  const p95 = quantile(sorted, 0.95);
  return {
    case: name,
    asked: sorted.length,
    "p50 ms": quantile(sorted, 0.5).toFixed(1),
    "p95 ms": p95.toFixed(1),
    [`target ${target} ms`]: p95 <= target ? "met" : "missed",
  };
}

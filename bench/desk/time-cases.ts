// Times every case of the desk and prints a row of each.
import { printTable, quantile } from "../print-table.ts";
import { randomFrom } from "../scale/random.ts";
import type { Case } from "./cases.ts";

const warmUps = 3;

type Timing = {
  heading: string;
  cases: Record<string, Case>;
  leadCount: number;
  /** For the 95th percentile, in milliseconds. */
  target?: number;
  /** Requests of each case, after three that do not count. */
  passes: number;
  /** @returns milliseconds @throws Error when there is no answer */
  ask: (params: Record<string, string>, name: string) => Promise<number>;
};

/** @returns true if everything was answered */
export async function timeCases({ heading, cases, leadCount, target = 100, passes, ask }: Timing): Promise<boolean> {
  const rows: Record<string, string | number>[] = [];
  for (const [name, makeParams] of Object.entries(cases)) {
    const draw = randomFrom(11);
    const times: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      const params = makeParams(draw, leadCount);
      try {
        const milliseconds = await ask(params, name);
        if (pass >= 0) times.push(milliseconds);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    rows.push(
      toRow(
        name,
        times.toSorted((a, b) => a - b),
        target,
      ),
    );
  }
  printTable(heading, rows);
  return rows.every(({ asked }) => asked === passes);
}

function toRow(name: string, sorted: number[], target: number): Record<string, string | number> {
  const p95 = quantile(sorted, 0.95);
  return {
    case: name,
    asked: sorted.length,
    "p50 ms": quantile(sorted, 0.5).toFixed(1),
    "p95 ms": p95.toFixed(1),
    [`target ${target} ms`]: p95 <= target ? "met" : "missed",
  };
}

// Times every case of the desk and prints a row of each.
import { printTable, quantile } from "../print-table.ts";
import { randomFrom } from "../scale/random.ts";
import type { Case } from "./cases.ts";

const warmUps = 3;
const p95Max = 100;

type Timing = {
  heading: string;
  cases: Record<string, Case>;
  leadCount: number;
  /** Requests of each case, after three that do not count. */
  passes: number;
  /** @throws Error when there is no answer */
  ask: (params: Record<string, string>, name: string) => Promise<void>;
};

/** @returns true if everything was answered */
export async function timeCases({ heading, cases, leadCount, passes, ask }: Timing): Promise<boolean> {
  const rows: Record<string, string | number>[] = [];
  for (const [name, makeParams] of Object.entries(cases)) {
    const draw = randomFrom(11);
    const times: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      const params = makeParams(draw, leadCount);
      const startedAt = performance.now();
      try {
        await ask(params, name);
        if (pass >= 0) times.push(performance.now() - startedAt);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    rows.push(
      toRow(
        name,
        times.toSorted((a, b) => a - b),
      ),
    );
  }
  printTable(heading, rows);
  return rows.every(({ asked }) => asked === passes);
}

function toRow(name: string, sorted: number[]): Record<string, string | number> {
  const p95 = quantile(sorted, 0.95);
  return {
    case: name,
    asked: sorted.length,
    "p50 ms": quantile(sorted, 0.5).toFixed(1),
    "p95 ms": p95.toFixed(1),
    [`target ${p95Max} ms`]: p95 <= p95Max ? "met" : "missed",
  };
}

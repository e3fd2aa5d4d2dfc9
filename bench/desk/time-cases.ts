// Times every case of the desk and prints a row of each.
import { printTable, quantile } from "../print-table.ts";
import { randomFrom } from "../scale/random.ts";
import type { Case } from "./cases.ts";

const warmUps = 3;

type Heading = {
  heading: string;
  /** For the 95th percentile, in milliseconds. */
  target?: number | undefined;
};

type Times = { name: string; times: number[] }[];

type Timing = {
  cases: Record<string, Case>;
  leadCount: number;
  /** Requests of each case, after three that do not count. */
  passes: number;
  /** @returns milliseconds @throws Error when there is no answer */
  ask: (params: Record<string, string>, name: string) => Promise<number>;
};

/** @returns true if everything was answered */
export async function timeCases({ heading, target, ...asked }: Timing & Heading): Promise<boolean> {
  return printTimes({ heading, target }, await timeOneByOne(asked), asked.passes);
}

/** All passes of a case, then those of the next. */
export async function timeOneByOne({ cases, ...asked }: Timing): Promise<Times> {
  const times: Times = [];
  for (const [name, each] of Object.entries(cases))
    times.push(...(await timeInTurns({ ...asked, cases: { [name]: each } })));
  return times;
}

/** All cases in each pass. */
export async function timeInTurns({ cases, leadCount, passes, ask }: Timing): Promise<Times> {
  const timed = Object.entries(cases).map(([name, makeParams]) => {
    return { name, makeParams, draw: randomFrom(11), times: [] as number[] };
  });
  for (let pass = -warmUps; pass < passes; pass++) {
    for (const { name, makeParams, draw, times } of timed) {
      const params = makeParams(draw, leadCount);
      try {
        const milliseconds = await ask(params, name);
        if (pass >= 0) times.push(milliseconds);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  return timed.map(({ name, times }) => ({ name, times: times.toSorted((a, b) => a - b) }));
}

/** @returns true if everything was answered */
export function printTimes({ heading, target = 100 }: Heading, all: Times, passes: number): boolean {
  printTable(
    heading,
    all.map(({ name, times }) => toRow(name, times, target)),
  );
  return all.every(({ times }) => times.length === passes);
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

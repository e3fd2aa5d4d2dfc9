// Measures several servers under the same loads, in turn in every round, with two processes of each server.
import type { App } from "../processes.ts";
import { type Measure, measure } from "./measure.ts";
import type { Stage } from "./stage.ts";
import type { Workload } from "./workloads.ts";

/** Number of processes per server: two, because one may be lucky with its memory layout or its compiled code. */
const processCount = 2;
/** Meanwhile, the limit also copies the responses of the app. */
const warmUpSeconds = 1;

export type Length = { rounds: number; seconds: number };
/** Workloads have the same names on every server, but a server may lack some. */
export type Server = { name: string; app: App; workloads: Workload[] };
/** `measures`: for each server name, one list of rounds per process. */
export type Result = { workload: Workload; measures: Record<string, Measure[][]> };

/** Measures every load of the first server on all servers that have it. `start` starts one process of each server. */
export async function measureServers(
  stage: Stage,
  start: (processNumber: number) => Promise<Server[]>,
  length: Length,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  for (let number = 1; number <= processCount; number++) {
    const servers = await start(number);
    for (const workload of servers[0]?.workloads ?? []) {
      console.log(`Process ${number} of ${processCount}: ${workload.name} …`);
      const measures: Result["measures"] = results.get(workload.name)?.measures ?? {};
      for (const [name, rounds] of await measureWorkload(stage, servers, workload.name, number, length)) {
        measures[name] = [...(measures[name] ?? []), rounds];
      }
      results.set(workload.name, { workload, measures });
    }
    for (const { app } of servers) await app.stop();
  }
  return [...results.values()];
}

async function measureWorkload(
  stage: Stage,
  servers: Server[],
  workloadName: string,
  processNumber: number,
  { rounds, seconds }: Length,
) {
  const loads = servers.flatMap(({ name, app, workloads }) =>
    workloads.filter((workload) => workload.name === workloadName).map((workload) => ({ name, app, workload })),
  );
  const measures = new Map<string, Measure[]>(loads.map(({ name }) => [name, []]));
  for (const { app, workload } of loads) {
    await measure(app, stage.postgresPid, workload, warmUpSeconds);
  }
  for (let round = 0; round < rounds; round++) {
    const first = (processNumber + round) % loads.length;
    for (const { name, app, workload } of [...loads.slice(first), ...loads.slice(0, first)]) {
      measures.get(name)?.push(await measure(app, stage.postgresPid, workload, seconds));
    }
  }
  return measures;
}

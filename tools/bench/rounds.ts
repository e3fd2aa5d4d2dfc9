// Measures several servers under the same loads, in turn in every round, with two processes of each server.
import type { App } from "../processes.ts";
import { type Measure, measure } from "./measure.ts";
import type { Workload } from "./workloads.ts";

/** Number of processes per server: two, because one may be lucky with its memory layout or its compiled code. */
const processCount = 2;
/** Time to send each load before it is measured. Meanwhile, the server of limit.ts also copies the app's responses. */
const warmUpSeconds = 1;
const roundSeconds = 1;

/** Workloads have the same names on every server, but a server may lack some. */
export type Server = { name: string; app: App; workloads: Workload[] };
/** `measures`: for each server name, the rounds of both processes. */
export type Result = { workload: Workload; measures: Record<string, Measure[]> };

/** Measures every load of the first server on all servers that have it. `start` starts one process of each server. */
export async function measureServers(
  postgresPid: number,
  start: (processNumber: number) => Promise<Server[]>,
  rounds: number,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  for (let number = 1; number <= processCount; number++) {
    const servers = await start(number);
    for (const workload of servers[0]?.workloads ?? []) {
      console.log(`Process ${number} of ${processCount}: ${workload.name} …`);
      const measures: Result["measures"] = results.get(workload.name)?.measures ?? {};
      results.set(workload.name, { workload, measures });
      const loads = servers.flatMap(({ name, app, workloads }) =>
        workloads.filter((each) => each.name === workload.name).map((own) => ({ name, app, own })),
      );
      for (const { app, own } of loads) await measure(app, postgresPid, own, warmUpSeconds);
      for (let round = 0; round < rounds; round++) {
        const first = (number + round) % loads.length;
        for (const { name, app, own } of [...loads.slice(first), ...loads.slice(0, first)]) {
          measures[name] = [...(measures[name] ?? []), await measure(app, postgresPid, own, roundSeconds)];
        }
      }
    }
    for (const { app } of servers) await app.stop();
  }
  return [...results.values()];
}

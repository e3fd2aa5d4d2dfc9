// Measures several servers under the same loads, in turn in every round, with two processes of each server.
import type { App } from "../processes.ts";
import { type Measure, measure } from "./measure.ts";
import type { Stage } from "./stage.ts";
import type { Work } from "./works.ts";

/** Number of processes per server: two, because one may be lucky with its memory layout or its compiled code. */
const processCount = 2;
const warmUpSeconds = 1;

export type Length = { rounds: number; seconds: number };
/** `works` are the loads to measure. They have the same names on every server, but a server may lack some. */
export type Server = { name: string; app: App; works: Work[] };
/** `measures` has a server's rounds by its name, then by process. */
export type Result = { work: Work; measures: Record<string, Measure[][]> };

/** Measures every load of the first server on all servers that have it. `start` starts one process of each server. */
export async function measureServers(
  stage: Stage,
  start: (processNumber: number) => Promise<Server[]>,
  length: Length,
): Promise<Result[]> {
  const results = new Map<string, Result>();
  for (let number = 1; number <= processCount; number++) {
    const servers = await start(number);
    for (const work of servers[0]?.works ?? []) {
      console.log(`Process ${number} of ${processCount}: ${work.name} …`);
      const measures: Result["measures"] = results.get(work.name)?.measures ?? {};
      for (const [name, rounds] of await measureWork(stage, servers, work.name, number, length)) {
        measures[name] = [...(measures[name] ?? []), rounds];
      }
      results.set(work.name, { work, measures });
    }
    for (const { app } of servers) await app.stop();
  }
  return [...results.values()];
}

async function measureWork(
  stage: Stage,
  servers: Server[],
  workName: string,
  processNumber: number,
  { rounds, seconds }: Length,
) {
  const loads = servers.flatMap(({ name, app, works }) =>
    works.filter((work) => work.name === workName).map((work) => ({ name, app, work })),
  );
  const measures = new Map<string, Measure[]>(loads.map(({ name }) => [name, []]));
  for (const { app, work } of loads) {
    await measure(app, stage.postgresPid, work, warmUpSeconds);
  }
  for (let round = 0; round < rounds; round++) {
    const first = (processNumber + round) % loads.length;
    for (const { name, app, work } of [...loads.slice(first), ...loads.slice(0, first)]) {
      measures.get(name)?.push(await measure(app, stage.postgresPid, work, seconds));
    }
  }
  return measures;
}

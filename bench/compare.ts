// The app beside its two yardsticks: short loads that alternate over all three, several rounds.
import { buildIfNeeded } from "../scripts/build.ts";
import type { App } from "../scripts/processes.ts";
import { fiftyEntries, storeEntries } from "./entries.ts";
import { buildFloorIfNeeded } from "./floor/build.ts";
import { type Measure, measure } from "./measure.ts";
import { listPaths, type Path } from "./paths.ts";
import { isFlawless, printRatio, printTable, toRow } from "./print-table.ts";
import type { Stage } from "./stage.ts";

const warmUpSeconds = 2;
const sampledAnswers = 200;

type Servers = { ours: App; floor: App; limit: App };
type Rounds = Record<keyof Servers, Measure[]>;

/** @returns true if every request succeeded */
export async function compare(stage: Stage, rounds: number, seconds: number): Promise<boolean> {
  buildIfNeeded();
  buildFloorIfNeeded();
  const url = await stage.createDatabase("bench");
  const entries = fiftyEntries();
  await storeEntries(url, entries);
  await stage.settle(url);
  const paths = listPaths(entries);
  const servers = await startServers(stage, url, paths);
  console.log("Warming up …");
  await runRound(stage, servers, paths, 0, warmUpSeconds);
  const results = new Map<Path, Rounds>(paths.map((path) => [path, { ours: [], floor: [], limit: [] }]));
  for (let round = 0; round < rounds; round++) {
    console.log(`Round ${round + 1} of ${rounds} …`);
    for (const [path, measures] of await runRound(stage, servers, paths, round, seconds)) {
      for (const [name, one] of measures) results.get(path)?.[name].push(one);
    }
  }
  for (const [path, measured] of results) report(path, measured);
  return [...results.values()].every((measured) => isFlawless(Object.values(measured).flat()));
}

async function startServers(stage: Stage, url: string, paths: Path[]): Promise<Servers> {
  const env = { DATABASE_URL: url };
  const ours = await stage.startApp("ours", url);
  const limit = await stage.startYardstick("limit", "bench/limit.ts", env);
  const sizes: Record<string, string> = {};
  for (const { name, requests } of paths.filter((path) => ["list", "entry", "search"].includes(path.name))) {
    const step = Math.max(1, Math.floor(requests.length / sampledAnswers));
    const sample = requests.filter((_, at) => at % step === 0).map(({ path }) => path);
    sizes[`${name.toUpperCase()}_BYTES`] = String(await averageBytes(ours.url, sample));
  }
  const floor = await stage.startYardstick("floor", "bench/floor/serve.ts", { ...env, ...sizes });
  console.log(`Average size of our answers: ${JSON.stringify(sizes)}; the floor's constants are as long.`);
  return { ours, floor, limit };
}

async function averageBytes(url: string, paths: string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const answer = await fetch(url + path, { headers: { "accept-encoding": "identity" } });
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / paths.length);
}

/** Each path on each server once; each round starts with another server. */
async function runRound(stage: Stage, servers: Servers, paths: Path[], round: number, seconds: number) {
  const names = (["ours", "floor", "limit"] as const).map((_, at, all) => all[(at + round) % 3] ?? "ours");
  const results = new Map<Path, [keyof Servers, Measure][]>();
  for (const path of paths) {
    const measures: [keyof Servers, Measure][] = [];
    for (const name of names) {
      const requests = name === "floor" ? (path.floorRequests ?? path.requests) : path.requests;
      measures.push([name, await measure(servers[name], stage.postgresPid, requests, seconds)]);
    }
    results.set(path, measures);
  }
  return results;
}

function report({ name, floorRatioMax }: Path, measured: Rounds): void {
  const servers = ["ours", "floor", "limit"] as const;
  printTable(
    name,
    servers.map((server) => toRow(server, measured[server])),
  );
  const target = { max: floorRatioMax, words: `at most ${floorRatioMax}` };
  const { ours, floor, limit } = measured;
  printRatio({ what: "CPU per request, ours / floor", key: "cpu", ours, other: floor, target });
  printRatio({ what: "CPU per request, ours / limit", key: "cpu", ours, other: limit });
}

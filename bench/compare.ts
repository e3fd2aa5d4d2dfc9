// The app beside the limit, a bare server, and the floor, an empty Next app.
import { Agent } from "node:http";
import { buildIfNeeded } from "../scripts/build.ts";
import { buildFloorIfNeeded } from "./floor/build.ts";
import { report } from "./report.ts";
import { type Length, measureServers, type Server } from "./rounds.ts";
import type { Stage } from "./stage.ts";
import { timedGet } from "./timed-get.ts";
import { fetchWorks, type Work } from "./works.ts";

/** The floor has no pages of that content. */
const floorWorks = ["evaluate", "contact", "list", "entry", "search"];

/** @returns true if every request succeeded */
export async function compare(stage: Stage, only: string, length: Length): Promise<boolean> {
  buildIfNeeded();
  buildFloorIfNeeded();
  const url = await stage.createCatalog("bench");
  const results = await measureServers(stage, (number) => startServers(stage, url, only, number), length);
  return report(results, "app", "limit");
}

async function startServers(stage: Stage, databaseUrl: string, only: string, number: number): Promise<Server[]> {
  const env = { DATABASE_URL: databaseUrl };
  const app = await stage.startApp(`app-${number}`, databaseUrl);
  const works = await fetchWorks(app.url, only);
  const comparable = works.filter(({ beside }) => !beside);
  const limit = await stage.startYardstick(`limit-${number}`, "bench/limit.ts", { ...env, APP_URL: app.url });
  const sizes = await copyAnswers(limit.url, comparable);
  const floor = await stage.startYardstick(`floor-${number}`, "bench/floor/serve.ts", { ...env, ...sizes });
  return [
    { name: "app", app, works },
    { name: "limit", app: limit, works: comparable },
    { name: "floor", app: floor, works: works.filter(({ name }) => floorWorks.includes(name)).map(toFloorWork) },
  ];
}

/** Asks the limit for everything once, which it copies from the app. @returns the floor's variables: average sizes */
async function copyAnswers(limitUrl: string, works: Work[]): Promise<Record<string, string>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const sizes: Record<string, string> = {};
  for (const { name, requests } of works) {
    if (requests.some(({ method }) => method !== "GET")) continue;
    const get = async (path: string, headers = {}) => (await timedGet(agent, limitUrl + path, headers)).body.length;
    const lengths = await Promise.all(requests.map(({ path, headers }) => get(path, headers)));
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    console.log(`${name}: ${Math.round(average)} bytes on average`);
    if (floorWorks.includes(name)) sizes[`${name.toUpperCase()}_BYTES`] = String(Math.round(average));
  }
  agent.destroy();
  return sizes;
}

/** Lists and searches have one address, and the floor a route for each. */
function toFloorWork(work: Work): Work {
  if (work.name !== "search") return work;
  const requests = work.requests.map((one) => ({ ...one, path: one.path.replace("/api/catalog", "/api/search") }));
  return { ...work, requests };
}

// Compares the app with "the limit": a bare node:http server (limit.ts), the fastest that Node could be.
import { Agent } from "node:http";
import { buildIfNeeded } from "../../scripts/build.ts";
import { report } from "./report.ts";
import { type Length, measureServers, type Server } from "./rounds.ts";
import type { Stage } from "./stage.ts";
import { timedGet } from "./timed-get.ts";
import { fetchWorks, type Work } from "./works.ts";

/** @returns true if every request succeeded */
export async function compare(stage: Stage, only: string, length: Length): Promise<boolean> {
  buildIfNeeded();
  const url = await stage.createCatalog("bench");
  const results = await measureServers(stage, (number) => startServers(stage, url, only, number), length);
  return report(results, "app", "limit");
}

async function startServers(stage: Stage, databaseUrl: string, only: string, number: number): Promise<Server[]> {
  const app = await stage.startApp(`app-${number}`, databaseUrl);
  const works = await fetchWorks(app.url, only);
  const env = { DATABASE_URL: databaseUrl, APP_URL: app.url };
  const limit = await stage.startYardstick(`limit-${number}`, "tools/bench/limit.ts", env);
  await copyAnswers(limit.url, works);
  return [
    { name: "app", app, works },
    { name: "limit", app: limit, works },
  ];
}

/** Requests every response once from the limit, so that the limit copies it from the app. */
async function copyAnswers(limitUrl: string, works: Work[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const requests = works.flatMap((work) => work.requests).filter(({ method }) => method === "GET");
  await Promise.all(requests.map(({ path, headers }) => timedGet(agent, limitUrl + path, headers)));
  agent.destroy();
}

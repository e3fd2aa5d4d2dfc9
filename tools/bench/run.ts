// `npm run bench`: compares the app with "the limit", a bare node:http server (limit.ts), the fastest that Node could
// be; or, with --against, with the built app of another checkout. --only selects loads by a part of their name;
// --rounds measures each more often.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../../scripts/build.ts";
import { runCheck } from "../run-check.ts";
import { printReport } from "./report.ts";
import { measureServers, type Server } from "./rounds.ts";
import { Stage } from "./stage.ts";
import { fetchWorkloads } from "./workloads.ts";

type Start = (processNumber: number) => Promise<Server[]>;

await runCheck(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      against: { type: "string", default: "" },
      only: { type: "string", default: "" },
    },
  });
  const { against, only } = values;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds must be a whole number from 1.");
  const stage = await Stage.open();
  buildIfNeeded();
  const start = await (against ? prepareCheckouts(stage, against, only) : prepareLimit(stage, only));
  const results = await measureServers(stage.postgresPid, start, rounds);
  const isFlawless = printReport(results, against ? "other" : "limit");
  if (!isFlawless) {
    console.error("\nFailed: some requests were not answered with 2xx. The servers' last errors:");
    for (const line of stage.listLoggedErrors()) console.error(`  ${line}`);
  }
  return isFlawless;
});

async function prepareLimit(stage: Stage, only: string): Promise<Start> {
  const databaseUrl = await stage.createCatalog("bench");
  return async (number) => {
    const app = await stage.startApp(`app-${number}`, databaseUrl);
    const workloads = await fetchWorkloads(app.url, only);
    const limit = await stage.startLimit(`limit-${number}`, { DATABASE_URL: databaseUrl, APP_URL: app.url });
    return [
      { name: "app", app, workloads },
      { name: "limit", app: limit, workloads },
    ];
  };
}

async function prepareCheckouts(stage: Stage, against: string, only: string): Promise<Start> {
  const folder = path.resolve(against);
  if (!fs.existsSync(path.join(folder, ".next", "BUILD_ID"))) throw new Error(`${against} contains no built app.`);
  const urls = { app: await stage.createCatalog("app"), other: await stage.createCatalog("other", folder) };
  const start = async (name: keyof typeof urls, number: number, otherFolder?: string): Promise<Server> => {
    const app = await stage.startApp(`${name}-${number}`, urls[name], otherFolder);
    const workloads = await fetchWorkloads(app.url, only);
    // Drop the targets, which apply only to the comparison with the limit.
    return { name, app, workloads: workloads.map(({ target: _, ...workload }) => workload) };
  };
  return async (number) => [await start("app", number), await start("other", number, folder)];
}
